"""What engines show: places in it, what of it goes unobserved, and mechanics that the model leaves out."""

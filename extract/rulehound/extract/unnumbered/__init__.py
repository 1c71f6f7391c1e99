"""Documents without numbers: sections, kinds and addresses of what stands in them."""

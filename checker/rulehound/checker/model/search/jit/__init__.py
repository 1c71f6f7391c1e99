"""The same search by numba, where there is no C compiler."""

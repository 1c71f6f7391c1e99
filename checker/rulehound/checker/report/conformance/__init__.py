"""What became of several engines: a page, a matrix, JUnit XML and SARIF."""

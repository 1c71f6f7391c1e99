"""What supports the tests: small games, faulty engines, made-up documents and models; no module is a test."""

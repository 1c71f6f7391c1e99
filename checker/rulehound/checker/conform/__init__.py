"""The conformance suite: engines judged by one edition of the rules, and findings that an author can act on."""

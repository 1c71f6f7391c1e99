"""The conformance suite: engines judged by one edition of the rules, with findings that authors can use."""

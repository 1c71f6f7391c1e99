"""The Battle Phase: abilities of attacks, who is first, damage, KO and points."""

"""The steps of effects, carried out once their targets have been chosen."""

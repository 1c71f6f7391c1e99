"""The reference engine with faults planted into it: what the checks must catch.

Each module that has faults is named for the module of the engine that it breaks. `patching` puts a fault in
force, `catalogue` has all of them by name, `engines` an engine with one, `sets` lists of some. `catching` and
`catching_in_model` tell which checks catch a fault.
"""

// Lets functions without a body stand in this package; go:linkname gives them one.

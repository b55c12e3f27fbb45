module windlass/oracle/adapters

go 1.26

// What else is imported comes with the Kubernetes of the release's module, which says in its own go.mod which that is.
require windlass/oracle/core v0.0.0

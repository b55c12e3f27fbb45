module windlass/oracle/core

go 1.25

require github.com/prometheus/client_model v0.3.0

require github.com/golang/protobuf v1.3.5 // indirect

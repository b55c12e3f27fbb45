module rebuild

go 1.25.8

toolchain go1.26.5

require (
	cloud.google.com/go/alloydbconn v1.18.4
	cloud.google.com/go/compute/metadata v0.9.0
	cloud.google.com/go/profiler v0.6.0
	cloud.google.com/go/secretmanager v1.20.0
	github.com/go-playground/validator/v10 v10.30.1
	github.com/golang/protobuf v1.5.4
	github.com/google/uuid v1.6.0
	github.com/gorilla/mux v1.8.1
	github.com/jackc/pgx/v5 v5.10.0
	github.com/pkg/errors v0.9.1
	github.com/sirupsen/logrus v1.9.4
	go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc v0.69.0
	go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp v0.67.0
	go.opentelemetry.io/otel v1.44.0
	go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc v1.44.0
	go.opentelemetry.io/otel/sdk v1.44.0
	google.golang.org/grpc v1.82.1
	google.golang.org/protobuf v1.36.11
)

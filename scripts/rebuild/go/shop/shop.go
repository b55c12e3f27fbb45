// Package shop holds what the four services of the stand-in have in common.
package shop

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"cloud.google.com/go/profiler"
	"github.com/sirupsen/logrus"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// Log is the JSON log of a service.
func Log() *logrus.Logger {
	log := logrus.New()
	log.Formatter = &logrus.JSONFormatter{TimestampFormat: time.RFC3339Nano}
	log.Out = os.Stdout
	return log
}

// Profile starts Google's profiler.
func Profile(log *logrus.Logger, service string) {
	if err := profiler.Start(profiler.Config{Service: service, ServiceVersion: "1.0.0"}); err != nil {
		log.Warnf("no profiler: %+v", err)
	}
}

// Dial connects to another service, traced.
func Dial(address string) *grpc.ClientConn {
	conn, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithStatsHandler(otelgrpc.NewClientHandler()))
	if err != nil {
		panic(err)
	}
	return conn
}

// Trace sends spans to a collector.
func Trace(ctx context.Context) error {
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithGRPCConn(Dial(os.Getenv("COLLECTOR"))))
	if err != nil {
		return err
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithSampler(trace.AlwaysSample()))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}))
	return nil
}

// Listen opens the port of a service.
func Listen(log *logrus.Logger) net.Listener {
	listener, err := net.Listen("tcp", fmt.Sprintf(":%s", os.Getenv("PORT")))
	if err != nil {
		log.Fatal(err)
	}
	return listener
}

// Health answers health checks.
type Health struct {
	healthpb.UnimplementedHealthServer
}

// Check says that the service serves.
func (Health) Check(context.Context, *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	return &healthpb.HealthCheckResponse{Status: healthpb.HealthCheckResponse_SERVING}, nil
}

// What checkoutservice links: a gRPC server and client with traces, logs, the profiler and UUIDs.
package main

import (
	"context"
	"os"

	"github.com/google/uuid"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"rebuild/shop"
)

func main() {
	log := shop.Log()
	if err := shop.Trace(context.Background()); err != nil {
		log.Warn(err)
	}
	go shop.Profile(log, "checkoutservice")
	order, err := uuid.NewUUID()
	if err != nil {
		log.Fatal(err)
	}
	answer, err := healthpb.NewHealthClient(shop.Dial(os.Getenv("CART"))).Check(context.Background(), &healthpb.HealthCheckRequest{})
	log.Infof("%s %v %v", order, answer, err)
	server := grpc.NewServer(grpc.StatsHandler(otelgrpc.NewServerHandler()))
	healthpb.RegisterHealthServer(server, shop.Health{})
	log.Fatal(server.Serve(shop.Listen(log)))
}

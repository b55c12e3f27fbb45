// What productcatalogservice links: the above without UUIDs, and AlloyDB with its secrets.
package main

import (
	"bytes"
	"context"
	"net"
	"os"

	"cloud.google.com/go/alloydbconn"
	secretmanager "cloud.google.com/go/secretmanager/apiv1"
	"cloud.google.com/go/secretmanager/apiv1/secretmanagerpb"
	"github.com/golang/protobuf/jsonpb"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"rebuild/shop"
)

func main() {
	log := shop.Log()
	ctx := context.Background()
	if err := shop.Trace(ctx); err != nil {
		log.Warn(err)
	}
	go shop.Profile(log, "productcatalogservice")
	file, err := os.ReadFile("products.json")
	if err != nil {
		log.Fatal(err)
	}
	catalog := &healthpb.HealthCheckRequest{}
	if err := jsonpb.Unmarshal(bytes.NewReader(file), catalog); err != nil {
		log.Warn(err)
	}
	if err := database(ctx); err != nil {
		log.Warn(err)
	}
	server := grpc.NewServer(grpc.StatsHandler(otelgrpc.NewServerHandler()))
	healthpb.RegisterHealthServer(server, shop.Health{})
	log.Fatal(server.Serve(shop.Listen(log)))
}

func database(ctx context.Context) error {
	secrets, err := secretmanager.NewClient(ctx)
	if err != nil {
		return err
	}
	defer secrets.Close()
	secret, err := secrets.AccessSecretVersion(ctx, &secretmanagerpb.AccessSecretVersionRequest{Name: os.Getenv("SECRET")})
	if err != nil {
		return err
	}
	dialer, err := alloydbconn.NewDialer(ctx)
	if err != nil {
		return err
	}
	defer dialer.Close()
	config, err := pgxpool.ParseConfig(string(secret.Payload.Data))
	if err != nil {
		return err
	}
	config.ConnConfig.DialFunc = func(ctx context.Context, _, _ string) (net.Conn, error) { return dialer.Dial(ctx, os.Getenv("DB")) }
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	rows, err := pool.Query(ctx, "SELECT 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	return nil
}

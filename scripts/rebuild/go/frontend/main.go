// What frontend links: an HTTP server with templates, routes and a validator, gRPC clients, traces, logs and the profiler.
package main

import (
	"context"
	"encoding/json"
	"html/template"
	"net/http"
	"os"

	"cloud.google.com/go/compute/metadata"
	"github.com/go-playground/validator/v10"
	"github.com/google/uuid"
	"github.com/gorilla/mux"
	"github.com/pkg/errors"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"rebuild/shop"
)

type payload struct {
	Email string `validate:"required,email"`
	Zip   int64  `validate:"required"`
}

func main() {
	log := shop.Log()
	ctx := context.Background()
	if err := shop.Trace(ctx); err != nil {
		log.Warn(err)
	}
	go shop.Profile(log, "frontend")
	zone, err := metadata.NewClient(&http.Client{}).ZoneWithContext(ctx)
	log.Infof("%s %v", zone, errors.Wrap(err, "no zone"))
	templates := template.Must(template.New("").ParseGlob("templates/*.html"))
	clients := healthpb.NewHealthClient(shop.Dial(os.Getenv("CART")))
	routes := mux.NewRouter()
	routes.HandleFunc("/product/{id}", func(w http.ResponseWriter, r *http.Request) {
		form := payload{Email: r.FormValue("email")}
		if err := validator.New(validator.WithRequiredStructEnabled()).Struct(form); err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		answer, err := clients.Check(r.Context(), &healthpb.HealthCheckRequest{})
		if err != nil {
			log.Error(err)
		}
		_ = json.NewEncoder(w).Encode(answer)
		_ = templates.ExecuteTemplate(w, "product", map[string]any{"session": uuid.NewString(), "answer": answer})
	}).Methods(http.MethodGet)
	routes.PathPrefix("/static/").Handler(http.StripPrefix("/static/", http.FileServer(http.Dir("./static/"))))
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), otelhttp.NewHandler(routes, "frontend")))
}

/** Public demo applications. For the format see `../read-rows.ts`. */
export const demos = `
us-central1-docker.pkg.dev/google-samples/microservices-demo/frontend
  v0.10 10MB..18MB boutique-2512
us-central1-docker.pkg.dev/google-samples/microservices-demo/checkoutservice
  v0.10 6MB..10MB boutique-2512
us-central1-docker.pkg.dev/google-samples/microservices-demo/productcatalogservice
  v0.10 5.5MB..10MB same-family
us-central1-docker.pkg.dev/google-samples/microservices-demo/shippingservice
  v0.10 5.5MB..10MB same-family
us-central1-docker.pkg.dev/google-samples/microservices-demo/cartservice
  v0.10 14MB..24MB boutique-2599
us-central1-docker.pkg.dev/google-samples/microservices-demo/adservice
  v0.4 97.2MB boutique-1124
  v0.10 85MB..105MB boutique-2598
us-central1-docker.pkg.dev/google-samples/microservices-demo/currencyservice
  v0.10 52MB..75MB boutique-2538
us-central1-docker.pkg.dev/google-samples/microservices-demo/paymentservice
  v0.10 52MB..75MB boutique-2538
us-central1-docker.pkg.dev/google-samples/microservices-demo/emailservice
  v0.10 30MB..75MB same-family
us-central1-docker.pkg.dev/google-samples/microservices-demo/recommendationservice
  v0.10 30MB..75MB same-family
us-central1-docker.pkg.dev/google-samples/microservices-demo/loadgenerator
  v0.10 39.9MB rebuilt
docker.io/istio/examples-bookinfo-details-v1
  1.8.0 94.3MB istio-1.0
  1.16.2 56MB on-disk
  1.17.0 62MB bookinfo-ibm
docker.io/istio/examples-bookinfo-productpage-v1
  1.8.0 50.8MB istio-1.0
  1.16.2 73MB on-disk
  1.17.0 68MB bookinfo-ibm
docker.io/istio/examples-bookinfo-ratings-v1
  1.8.0 88.4MB istio-1.0
  1.16.2 57MB on-disk
  1.17.0 57MB bookinfo-ibm
docker.io/istio/examples-bookinfo-reviews-v1
  1.8.0 310MB istio-1.0
  1.16.2 412MB on-disk
  1.17.0 415MB same-family
docker.io/istio/examples-bookinfo-reviews-v2
  1.16.2 412MB on-disk
  1.17.0 415MB same-family
docker.io/istio/examples-bookinfo-reviews-v3
  1.8.0 310MB istio-1.0
  1.16.2 412MB on-disk
  1.17.0 415MB bookinfo-ibm
ghcr.io/open-telemetry/demo
  0.1-loadgenerator 374MB otel-demo
  0.1-currencyservice 246MB otel-demo
  0.1-adservice 189MB otel-demo
  0.1-emailservice 173MB otel-demo
  0.1-paymentservice 83MB otel-demo
  0.1-recommendationservice 75MB otel-demo
  0.1-cartservice 19.4MB otel-demo
  0.1-shippingservice 10MB otel-demo
  0.1-checkoutservice 7.8MB otel-demo
  0.1-productcatalogservice 7.4MB otel-demo
docker.io/weaveworksdemos/front-end
  latest 55MB sock-shop
docker.io/weaveworksdemos/user
  latest 13MB sock-shop
docker.io/weaveworksdemos/user-db
  latest 250MB sock-shop
docker.io/weaveworksdemos/load-test
  latest 211MB sock-shop
docker.io/weaveworksdemos/catalogue-db
  latest 150MB sock-shop
docker.io/weaveworksdemos/catalogue
  latest 15MB sock-shop
docker.io/weaveworksdemos/payment
  latest 12MB sock-shop
public.ecr.aws/aws-containers/retail-store-sample-catalog
  1.0.0 73856903B event
`;

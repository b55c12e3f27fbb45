// What the images of the Online Boutique v0.10.6 are made of: their bases, and the packages that their builds
// install. rebuild-images.mjs installs these and adds up the layers. Bytes are compressed. What is not read
// from a document or measured by the script is marked as assumed.

/**
 * gcr.io/distroless/static. Assumed: coredns v1.12.1 on it has 22.4 MB (a kubeadm node v1.34.9), its program
 * alone 21.5.
 */
const distroless = 800_000;

/**
 * python:3.14-alpine by repo-info, September 2026, and libstdc++ from Alpine (assumed: as Debian's, gzipped).
 */
const pythonAlpine = 17_774_999 + 800_000;

/**
 * alpine:3.23 by repo-info, September 2026; Alpine's nodejs 24.18.1 by public GitHub files, index number
 * 70729634680; and the libraries that it needs: C++, ICU, SQLite, Brotli, HTTP/2, zstd, JSON, Unicode, URLs
 * (assumed: as Debian's, gzipped).
 */
const alpineNodejs = 3_848_507 + 19_753_406 + 6_400_000;

/** eclipse-temurin:25-jre-alpine by repo-info, September 2026. */
const temurin = 75_490_424;

/**
 * The pictures, styles and templates of the shop. Assumed: 28.1 MB on disk (#2512) less the 23.5 of its
 * program of those days.
 */
const shopFiles = 4_600_000;

/** Packages as they were on this day; those of v0.10.6 are of the summer of 2026. */
export const asOf = '2026-08-15';

const telemetry = {
  '@google-cloud/profiler': '6.0.5',
  '@grpc/grpc-js': '1.14.3',
  '@grpc/proto-loader': '0.8.1',
  '@opentelemetry/api': '1.9.1',
  '@opentelemetry/exporter-otlp-grpc': '0.26.0',
  '@opentelemetry/instrumentation-grpc': '0.219.0',
  '@opentelemetry/resources': '2.8.0',
  '@opentelemetry/sdk-node': '0.214.0',
  '@opentelemetry/sdk-trace-base': '2.8.0',
  '@opentelemetry/semantic-conventions': '1.41.1',
  pino: '10.3.1',
};

const service = [
  'google-api-core==2.28.1',
  'google-auth==2.23.4',
  'grpcio-health-checking==1.76.0',
  'grpcio==1.76.0',
  'opentelemetry-distro==0.60b1',
  'opentelemetry-exporter-otlp-proto-grpc==1.39.1',
  'opentelemetry-instrumentation-grpc==0.60b1',
  'python-json-logger==4.0.0',
  'requests==2.32.5',
];

/**
 * `libc` is that of the wheels: musl, as in Alpine, unless a package has none for it. `copied`: the standard
 * library is copied, too.
 */
export const recipes = [
  { image: 'shippingservice', kind: 'go', base: distroless },
  { image: 'checkoutservice', kind: 'go', base: distroless },
  { image: 'productcatalogservice', kind: 'go', base: distroless },
  { image: 'frontend', kind: 'go', base: distroless + shopFiles },
  {
    image: 'emailservice',
    kind: 'python',
    base: pythonAlpine,
    copied: true,
    libc: 'musl',
    packages: [...service, 'google-cloud-trace==1.17.0', 'jinja2==3.1.6'],
  },
  {
    image: 'recommendationservice',
    kind: 'python',
    base: pythonAlpine,
    copied: true,
    libc: 'musl',
    packages: service,
  },
  {
    image: 'loadgenerator',
    kind: 'python',
    base: pythonAlpine,
    libc: 'gnu',
    packages: ['locust==2.45.0', 'faker==40.31.0'],
  },
  {
    image: 'currencyservice',
    kind: 'node',
    base: alpineNodejs,
    packages: {
      ...telemetry,
      '@google-cloud/trace-agent': '8.0.0',
      async: '3.2.6',
      'google-protobuf': '4.0.2',
      xml2js: '0.6.2',
    },
  },
  {
    image: 'paymentservice',
    kind: 'node',
    base: alpineNodejs,
    packages: { ...telemetry, 'simple-card-validator': '1.1.0', uuid: '14.0.0' },
  },
  {
    image: 'adservice',
    kind: 'java',
    base: temurin,
    packages: [
      'com.google.api.grpc:proto-google-common-protos:2.61.1',
      'javax.annotation:javax.annotation-api:1.3.2',
      'io.grpc:grpc-protobuf:1.75.0',
      'io.grpc:grpc-stub:1.75.0',
      'io.grpc:grpc-netty:1.75.0',
      'io.grpc:grpc-services:1.75.0',
      'io.grpc:grpc-census:1.74.0',
      'org.apache.logging.log4j:log4j-core:2.25.1',
      'com.google.protobuf:protobuf-java:4.32.1',
      'com.fasterxml.jackson.core:jackson-core:2.20.0:runtime',
      'com.fasterxml.jackson.core:jackson-databind:2.20.0:runtime',
      'io.netty:netty-tcnative-boringssl-static:2.0.73.Final:runtime',
    ],
  },
];

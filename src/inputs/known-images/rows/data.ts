/** Databases, queues, web servers, and applications in clusters. For the format see `../read-rows.ts`. */
export const data = `
docker.io/library/redis
  7.0.0-alpine 11832470B repo-info/redis/remote/7-alpine.md
  7.0.5-alpine 11.9MB k3s-2022
  7.0.12-alpine 12432323B repo-info/redis/remote/7-alpine.md
  7.2.3-alpine 15624494B repo-info/redis/remote/7-alpine.md
  7.2.4-alpine 16757569B repo-info/redis/remote/7-alpine.md
  7.4-alpine 17232428B repo-info/redis/remote/7-alpine.md
  7.4.11-alpine 16258831B repo-info/redis/remote/7-alpine.md 3646875B+952B+194319B+12415949B+100B+32B+604B
  alpine 39003587B repo-info/redis/remote/alpine.md
  6.0 38.5MB on-disk
  7.0 42MB on-disk
  8.0.2 52MB on-disk
docker.io/valkey/valkey
  9.0-alpine 18MB k3s-2026
docker.io/library/postgres
  14-alpine 108556583B event
  14.4-bullseye 138MB k3s-2022
  14.5-bullseye 138MB k3s-2022
  16-alpine 116039346B event
  17.6 160049290B event
  17.11 161322974B repo-info/postgres/remote/17.md 29830418B+1168B+6443011B+1256748B+8203817B+1311669B+116B+3140B+114255852B+10451B+128B+167B+6104B+185B
  17.11-alpine 117MB kind-school
  18.1-trixie 162MB k3s-2026
docker.io/bitnami/postgresql
  11.6.0-debian-9-r48 81.2MB k3s-1.24
  latest 135MB k3d-gitlab
docker.io/library/mysql
  5.6 102984033B event
  8.0 233580226B repo-info/mysql/remote/8.0.md
  8.0.22 159.3MB by-date
  8.0.27 151.4MB by-date
  8.0.33 171MB by-date
  latest 236518751B event
docker.io/bitnami/mysql
  8.0 239770540B event
docker.io/library/mariadb
  10.8-jammy 124MB k3s-2022
  10.9-jammy 124MB k3s-2022
  10.9.3-jammy 124MB k3s-2022
docker.io/library/mongo
  5.0 287269680B event
  7 279839461B event
docker.io/library/memcached
  latest 31MB on-disk
docker.io/confluentinc/cp-kafka
  7.5.0 380MB on-disk
docker.io/confluentinc/cp-zookeeper
  7.5.0 380MB on-disk
docker.elastic.co/elasticsearch/elasticsearch
  7.9.1 300MB..480MB on-disk
  7.17.10 340MB on-disk
docker.elastic.co/kibana/kibana
  7.9.1 350MB..600MB on-disk
  7.17.10 380MB on-disk
docker.io/library/rabbitmq
  3-management 100MB..180MB event-unclear
docker.io/library/nginx
  1.15.8 44.7MB kind-1.23
  1.21 56721470B by-date
  1.27 72159831B by-date
  1.31.3 63110572B repo-info/nginx/remote/latest.md 29780905B+33325076B+626B+955B+403B+1210B+1397B
  latest 62.9MB..72.3MB repo-info/nginx/remote/latest.md
  1.20-alpine 9921431B by-date
  1.27-alpine 20984244B event
  alpine 22.6MB..28.8MB repo-info/nginx/remote/alpine.md
docker.io/library/httpd
  2.4 58MB on-disk
  latest 45261674B event
docker.io/library/registry
  2 10MB on-disk
  3.0.0 21MB on-disk
docker.io/library/wordpress
  6.2.1-apache 236MB on-disk
  latest 274799291B event
docker.io/library/nextcloud
  24.0-apache 318MB k3s-2022
  24.0.4-apache 318MB k3s-2022
  24.0.5-apache 318MB k3s-2022
docker.io/gitea/gitea
  1.16 110MB k3s-2022
  1.17 108MB k3s-2022
  1.17.2 108MB k3s-2022
codeberg.org/forgejo/forgejo
  14.0-rootless 74.8MB k3s-2026
quay.io/keycloak/keycloak
  21.1 255469174B kubeovn-1.26
  24.0 180MB..250MB on-disk
docker.io/emberstack/kubernetes-reflector
  6.1.47 89.7MB k3s-2022
  9.1.31 98.3MB k3s-2026
ghcr.io/headlamp-k8s/headlamp
  latest 98.4MB k3s-2026
docker.io/bitnami/kubectl
  latest 77353940B event
docker.io/apache/airflow
  latest-python3.12 415513399B event
  2.7.1 390MB on-disk
docker.io/apache/kafka
  4.0.0 190MB on-disk
docker.io/bitnami/elasticsearch
  8.2.2-debian-11-r0 543583146B event
docker.io/library/influxdb
  2.7.4-alpine 87570572B event
docker.io/library/php
  7.2-fpm-alpine 30733687B event
ghcr.io/cloudnative-pg/postgresql
  17.2 224558349B node-1.32
ghcr.io/cloudnative-pg/cloudnative-pg
  1.25.0 35267703B node-1.32
ghcr.io/zitadel/zitadel
  v2.67.2 41571613B node-1.32
docker.io/judge0/judge0
  1.13.1 3297285083B node-1.32
docker.io/squidfunk/mkdocs-material
  latest 61822408B event
lscr.io/linuxserver/sonarr
  4.0.9 85484179B event
docker.io/jupyter/minimal-notebook
  lab-4.0.2 482757483B kubeovn-1.26
docker.io/bitnami/keycloak
  21.1.1 438153815B kubeovn-1.26
docker.io/bitnami/rabbitmq
  3.10.24 103744673B kubeovn-1.26
docker.io/library/adminer
  4.8.1-standalone 95935529B kubeovn-1.26
docker.io/apache/superset
  1.0.0 426MB..725MB on-disk
nvcr.io/nvidia/tritonserver
  23.10-py3 5.06GB..8.6GB on-disk
  24.06-py3 4.56GB..7.75GB on-disk
ghcr.io/mlflow/mlflow
  latest 260MB..443MB on-disk
`;

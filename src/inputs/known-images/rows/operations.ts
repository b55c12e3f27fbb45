/** Monitoring, tracing, delivery, certificates, GPU. For the format see `../read-rows.ts`. */
export const operations = `
quay.io/prometheus/prometheus
  v2.44.0 93MB kube-prometheus
  v2.46.0 92MB on-disk
  v3.2.1 115MB on-disk
  latest 117MB argo-node
quay.io/prometheus/alertmanager
  v0.25.0 30.8MB kube-prometheus
quay.io/prometheus/node-exporter
  v1.0.1 13MB flannel-0.14
  v1.5.0 11.5MB calico-3.26
  v1.9.0 12.6MB on-disk
  v1.10.2 13.1MB k3s-2026
quay.io/prometheus-operator/prometheus-config-reloader
  v0.65.1 5.2MB kube-prometheus
  v0.80.1 14.5MB on-disk
quay.io/prometheuscommunity/postgres-exporter
  v0.18.1 11.7MB k3s-2026
docker.io/oliver006/redis_exporter
  v1.80.0-alpine 7.89MB k3s-2026
docker.io/grafana/grafana
  10.1.0 115MB on-disk
  latest 147MB argo-node
  12.2.0 204MB llm-d
  12.3.1 210410945B event
docker.io/grafana/tempo
  2.2.2 33MB on-disk
docker.io/grafana/grafana-dev
  12.4.0-21524955964 214MB k3s-2026
docker.io/bitnami/thanos
  latest 79797038B event
docker.io/otel/opentelemetry-collector-contrib
  0.96.0 65128183B event
quay.io/jetstack/cert-manager-controller
  v0.11.0 14MB kind-capi
  v1.9.1 16.8MB k3s-2022
  v1.19.0 23.5MB k3s-2026
quay.io/jetstack/cert-manager-cainjector
  v0.11.0 11.1MB kind-capi
  v1.9.1 12.1MB k3s-2022
  v1.19.0 12.5MB k3s-2026
quay.io/jetstack/cert-manager-webhook
  v0.11.0 14.3MB kind-capi
  v1.9.1 13.5MB k3s-2022
  v1.16.1 18192443B event
  v1.19.0 19.9MB k3s-2026
quay.io/jetstack/cert-manager-startupapicheck
  v1.16.1 14095526B event
quay.io/argoproj/argocd
  v2.10.6 168MB on-disk
  v2.13.2 180MB argo-node
  v3.0.0 196MB on-disk
  v3.1.5 193683423B event
ghcr.io/dexidp/dex
  v2.38.0 36MB on-disk
  v2.41.1 43MB on-disk
  v2.44.0 45872393B event
docker.io/jenkins/jenkins
  lts 303MB flannel-0.14
  lts-jdk17 240MB..303MB same-family
registry.gitlab.com/gitlab-org/build/cng/certificates
  v19.4.1 68.6MB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/cfssl-self-sign
  v19.4.1 10.9MB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitaly
  v19.4.1 477MB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitlab-base
  v19.4.1 68.6MB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitlab-exporter
  17.0.2 130MB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitlab-shell
  v14.57.3 152MB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitlab-sidekiq-ce
  v19.4.1 1.16GB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitlab-toolbox-ce
  v19.4.1 1.17GB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitlab-webservice-ce
  v19.4.1 1.09GB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/gitlab-workhorse-ce
  v19.4.1 635MB k3d-gitlab
registry.gitlab.com/gitlab-org/build/cng/kubectl
  v19.4.1 78.8MB k3d-gitlab
nvcr.io/nvidia/k8s-device-plugin
  v0.17.0 187560257B event
  v0.20.0 55104215B event
nvcr.io/nvidia/pytorch
  25.09-py3 8568718769B event
nvcr.io/nvidia/osmo/init-container
  latest 100648053B event
docker.io/nvidia/cuda
  13.0.2-runtime-ubuntu22.04 1766399024B event
docker.io/pytorch/pytorch
  2.3.0-cuda11.8-cudnn8-devel 9371344010B event
docker.io/vllm/vllm-openai
  v0.5.3.post1 5586843591B event
  v0.19.1 9612695005B event
docker.io/ollama/ollama
  0.18.3 3646908667B event
ghcr.io/ggml-org/llama.cpp
  server 307683482B event
public.ecr.aws/deep-learning-containers/vllm
  0.11.2-gpu-py312-ec2-soci 14221606791B event
  0.9-gpu-py312-ec2 10778400361B event
  0.21.0-gpu-py312-cu130-ubuntu22.04-ec2-v1.0-soci 8802823997B event
docker.io/grafana/loki
  3.6.7 41373791B event
docker.io/kiwigrid/k8s-sidecar
  2.5.0 23422974B event
docker.io/velero/velero
  v1.17.1 80895593B event
docker.io/velero/velero-plugin-for-aws
  v1.10.0 35055239B event
docker.io/apache/skywalking-swck
  v0.8.0 26221772B event
docker.io/wazuh/wazuh-dashboard
  4.9.0 361920544B event
docker.io/zabbix/zabbix-web-nginx-pgsql
  latest 78005565B event
docker.io/hashicorp/vault
  1.18.1 140MB..190MB on-disk
  1.19 150MB..205MB on-disk
docker.io/library/sonarqube
  9.7.1-enterprise 340MB on-disk
  9.9-community 315MB on-disk
docker.elastic.co/logstash/logstash
  7.17.10 400MB on-disk
docker.elastic.co/beats/filebeat
  9.1.2 145MB on-disk
docker.io/rayproject/ray
  2.46.0 845MB ray-kind
ghcr.io/huggingface/text-generation-inference
  3.3.6 7.1GB on-disk
  latest 7.3GB on-disk
docker.io/litmuschaos/go-runner
  1.13.8 137502418B tkg-1.26
  2.0.0 139676407B tkg-1.26
  2.14.0 170207512B tkg-1.26
docker.io/litmuschaos/chaos-operator
  1.13.8 58244634B tkg-1.26
docker.io/litmuschaos/chaos-runner
  1.13.8 56021673B tkg-1.26
docker.io/aquasec/kube-bench
  v0.6.14 21599141B tkg-1.26
docker.io/kserve/storage-initializer
  v0.18.0 95811081B event
nvcr.io/nvidia/gpu-operator
  v24.9.2 221606384B rke2-gpu
nvcr.io/nvidia/cloud-native/gpu-operator-validator
  v24.9.2 183351646B rke2-gpu
nvcr.io/nvidia/cloud-native/k8s-driver-manager
  v0.7.0 225657726B rke2-gpu
nvcr.io/nvidia/k8s/container-toolkit
  v1.17.4-ubuntu20.04 132859723B rke2-gpu
nvcr.io/nvidia/k8s/dcgm-exporter
  3.3.9-3.6.1-ubuntu22.04 127723011B rke2-gpu
nvcr.io/nvidia/k8s/cuda-sample
  vectoradd-cuda11.7.1-ubuntu20.04 85614085B rke2-gpu
public.ecr.aws/neuron/pytorch-inference-vllm-neuronx
  0.9.1-neuronx-py310-sdk2.25.0-ubuntu22.04 8454539505B event
vault.habana.ai/gaudi-docker/1.21.0/ubuntu22.04/habanalabs/pytorch-installer-2.6.0
  latest 5188441181B event
docker.io/sonatype/nexus3
  3.56.0 325153485B kubeovn-1.26
docker.io/opensearchproject/opensearch
  2.11.1 876MB kubesphere-opensearch
docker.io/opensearchproject/opensearch-dashboards
  2.11.1 446MB kubesphere-opensearch
docker.io/goharbor/harbor-core
  v2.9.1 50MB..83MB on-disk
docker.io/goharbor/harbor-portal
  v2.9.1 48MB..80MB on-disk
docker.io/goharbor/harbor-jobservice
  v2.9.1 42MB..70MB on-disk
docker.io/goharbor/harbor-log
  v2.9.1 48MB..81MB on-disk
docker.io/goharbor/harbor-db
  v2.9.1 105MB..179MB on-disk
docker.io/goharbor/nginx-photon
  v2.9.1 45MB..77MB on-disk
docker.io/gitlab/gitlab-ce
  latest 1.18GB..2GB on-disk
docker.io/aquasec/trivy
  latest 61MB..104MB on-disk
gcr.io/datadoghq/agent
  7 204MB..348MB on-disk
`;

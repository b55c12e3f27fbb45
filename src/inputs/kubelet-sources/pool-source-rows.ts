import { isMapping } from '../documents/mapping.ts';
import { hasNoKind, type KubeletSourceRow, type SourcePart } from './kubelet-source-row.ts';
import {
  agentPoolNodes,
  eksctlNodes,
  gkePoolNodes,
  listedAgentPoolNodes,
  listedGkePoolNodes,
  machineConfigPoolNodes,
  nodeClassNodes,
  nodePoolNodes,
} from './nodes-of-source.ts';
import { poolParts } from './pool-of-source.ts';

/** The documents of OpenShift, Karpenter, eksctl and clouds, whose settings are those of pools of nodes. */
export const poolSourceRows: readonly KubeletSourceRow[] = [
  {
    title: 'OpenShift KubeletConfig',
    where: '`oc get kubeletconfig -o yaml`',
    group: 'machineconfiguration.openshift.io',
    kinds: ['KubeletConfig'],
    parts: [{ path: 'spec.kubeletConfig', form: 'fields', nodes: machineConfigPoolNodes }],
    selectorPaths: ['spec.machineConfigPoolSelector'],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'openshift-4',
  },
  {
    title: 'OpenShift MachineConfigPool',
    where: '`oc get machineconfigpool -o yaml`: to which nodes a KubeletConfig applies',
    group: 'machineconfiguration.openshift.io',
    kinds: ['MachineConfigPool'],
    parts: [],
    selectorPaths: ['metadata.name', 'metadata.labels', 'spec.nodeSelector'],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'openshift-4',
  },
  {
    title: 'OpenShift mirror set',
    where: '`oc get imagedigestmirrorset,imagetagmirrorset -o yaml`',
    kinds: ['ImageDigestMirrorSet', 'ImageTagMirrorSet'],
    group: 'config.openshift.io',
    parts: [],
    runtimeParts: [
      { path: 'spec.imageDigestMirrors.*', form: 'digestMirrors' },
      { path: 'spec.imageTagMirrors.*', form: 'tagMirrors' },
    ],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'openshift-4',
  },
  {
    title: 'OpenShift ImageContentSourcePolicy',
    where: '`oc get imagecontentsourcepolicy -o yaml`',
    kinds: ['ImageContentSourcePolicy'],
    group: 'operator.openshift.io',
    parts: [],
    runtimeParts: [{ path: 'spec.repositoryDigestMirrors.*', form: 'digestMirrors' }],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'openshift-4',
  },
  {
    title: 'OpenShift Image configuration',
    where: '`oc get image.config.openshift.io/cluster -o yaml`',
    kinds: ['Image'],
    group: 'config.openshift.io',
    parts: [],
    runtimeParts: [
      { path: 'spec.registrySources.blockedRegistries', form: 'blockedRegistries' },
      { path: 'spec.registrySources.allowedRegistries', form: 'allowedRegistries' },
    ],
    rank: 'over',
    provider: 'openshift-4',
  },
  {
    title: 'Karpenter NodePool',
    where: '`kubectl get nodepools -o yaml`; `kubelet` in v1beta1 only',
    group: 'karpenter.sh',
    kinds: ['NodePool'],
    parts: [{ path: 'spec.template.spec.kubelet', form: 'fields', nodes: nodePoolNodes }],
    selectorPaths: ['metadata.name', 'spec.template.spec.nodeClassRef'],
    pools: [poolParts.karpenterPool],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'Karpenter EC2NodeClass',
    where: '`kubectl get ec2nodeclasses -o yaml`',
    group: 'karpenter.k8s.aws',
    kinds: ['EC2NodeClass'],
    parts: [
      { path: 'spec.userData', form: 'userData', nodes: nodeClassNodes },
      { path: 'spec.kubelet', form: 'fields', nodes: nodeClassNodes },
    ],
    runtimeParts: [{ path: 'spec.userData', form: 'bottlerocketSettings', nodes: nodeClassNodes }],
    selectorPaths: ['metadata.name'],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'Karpenter AKSNodeClass',
    where: '`kubectl get aksnodeclasses -o yaml`',
    group: 'karpenter.azure.com',
    kinds: ['AKSNodeClass'],
    parts: [
      { path: 'spec.kubelet', form: 'fields', nodes: nodeClassNodes },
      { path: 'spec.maxPods', form: 'fields', field: 'maxPods', nodes: nodeClassNodes },
    ],
    selectorPaths: ['metadata.name'],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'eksctl ClusterConfig',
    where: '`eksctl create cluster -f`',
    group: 'eksctl.io',
    kinds: ['ClusterConfig'],
    parts: [
      { path: 'metadata.version', form: 'release' },
      ...['nodeGroups', 'managedNodeGroups'].flatMap((groups): readonly SourcePart[] => [
        { path: `${groups}.*.maxPodsPerNode`, form: 'fields', field: 'maxPods', nodes: eksctlNodes },
        { path: `${groups}.*.overrideBootstrapCommand`, form: 'userData', nodes: eksctlNodes },
        { path: `${groups}.*.kubeletExtraConfig`, form: 'fields', nodes: eksctlNodes },
      ]),
    ],
    selectorPaths: [
      'nodeGroups.*.name',
      'managedNodeGroups.*.name',
      'metadata.name',
      'metadata.region',
      'availabilityZones',
    ],
    pools: [poolParts.eksctlGroups, poolParts.eksctlManagedGroups],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'AKS node pool',
    where: '`az aks nodepool show` and `az aks nodepool list`, with `-o json`',
    is: isAgentPool,
    parts: [
      { path: 'kubeletConfig', form: 'cloudFields', nodes: agentPoolNodes },
      { path: 'maxPods', form: 'fields', field: 'maxPods', nodes: agentPoolNodes },
      { path: 'orchestratorVersion', form: 'release' },
    ],
    runtimeParts: [
      { path: 'artifactStreamingProfile.enabled', form: 'aksArtifactStreaming', nodes: agentPoolNodes },
    ],
    selectorPaths: ['name', 'vmSize', 'nodeImageVersion'],
    pools: [poolParts.agentPool],
    rank: 'over',
    isOneOfSeveral: true,
    isListed: true,
    provider: (_, value) => agentPoolProvider(value.nodeImageVersion),
  },
  {
    title: 'AKS cluster',
    where: '`az aks show -o json`',
    is: ({ agentPoolProfiles: pools, ...value }) =>
      hasNoKind(value) && Array.isArray(pools) && pools.every((pool) => isMapping(pool) && isAgentPool(pool)),
    parts: [
      { path: 'agentPoolProfiles.*.kubeletConfig', form: 'cloudFields', nodes: listedAgentPoolNodes },
      { path: 'agentPoolProfiles.*.maxPods', form: 'fields', field: 'maxPods', nodes: listedAgentPoolNodes },
      { path: 'agentPoolProfiles.*.orchestratorVersion', form: 'release' },
      { path: 'kubernetesVersion', form: 'release' },
    ],
    runtimeParts: [
      {
        path: 'agentPoolProfiles.*.artifactStreamingProfile.enabled',
        form: 'aksArtifactStreaming',
        nodes: listedAgentPoolNodes,
      },
    ],
    selectorPaths: [
      'agentPoolProfiles.*.name',
      'agentPoolProfiles.*.vmSize',
      'agentPoolProfiles.*.nodeImageVersion',
      'location',
    ],
    pools: [poolParts.agentPools],
    rank: 'over',
    isOneOfSeveral: true,
    isListed: true,
    provider: (_, { agentPoolProfiles: pools }) =>
      agentPoolProvider(Array.isArray(pools) && isMapping(pools[0]) ? pools[0].nodeImageVersion : undefined),
  },
  {
    title: 'GKE node pool',
    where:
      '`gcloud container node-pools describe` and `gcloud container node-pools list`, with `--format json` or yaml',
    is: isGkePool,
    parts: [
      { path: 'config.kubeletConfig', form: 'cloudFields', nodes: gkePoolNodes },
      { path: 'maxPodsConstraint', form: 'cloudFields', nodes: gkePoolNodes },
      { path: 'version', form: 'release' },
    ],
    runtimeParts: [{ path: 'config.gcfsConfig.enabled', form: 'gkeImageStreaming', nodes: gkePoolNodes }],
    selectorPaths: ['name', 'config.machineType'],
    pools: [poolParts.gkePool],
    rank: 'over',
    isOneOfSeveral: true,
    isListed: true,
    provider: 'gke',
  },
  {
    title: 'GKE cluster',
    where: '`gcloud container clusters describe`',
    is: ({ nodePools: pools, ...value }) =>
      hasNoKind(value) && Array.isArray(pools) && pools.every((pool) => isMapping(pool) && isGkePool(pool)),
    parts: [
      { path: 'nodePools.*.config.kubeletConfig', form: 'cloudFields', nodes: listedGkePoolNodes },
      { path: 'nodePools.*.maxPodsConstraint', form: 'cloudFields', nodes: listedGkePoolNodes },
      { path: 'nodePools.*.version', form: 'release' },
    ],
    runtimeParts: [
      { path: 'nodePools.*.config.gcfsConfig.enabled', form: 'gkeImageStreaming', nodes: listedGkePoolNodes },
    ],
    selectorPaths: ['nodePools.*.name', 'nodePools.*.config.machineType'],
    pools: [poolParts.gkePools],
    rank: 'over',
    isOneOfSeveral: true,
    isListed: true,
    provider: 'gke',
  },
];

type Fields = Readonly<Record<string, unknown>>;

function isAgentPool(value: Fields): boolean {
  const { name, vmSize, orchestratorVersion } = value;
  return (
    hasNoKind(value) &&
    typeof name === 'string' &&
    (typeof vmSize === 'string' || typeof orchestratorVersion === 'string')
  );
}

function isGkePool(value: Fields): boolean {
  const { name, config } = value;
  return (
    hasNoKind(value) &&
    typeof name === 'string' &&
    isMapping(config) &&
    typeof config.machineType === 'string'
  );
}

/** The provider's row by the node image of a pool: `AKSUbuntu-2204gen2containerd-202406.19.0`. */
function agentPoolProvider(image: unknown): string | undefined {
  const name = typeof image === 'string' ? image : '';
  if (/^AKSUbuntu-2204/.test(name)) return 'aks-ubuntu2204';
  if (/^AKSUbuntu-2404/.test(name)) return 'aks-ubuntu2404';
  return /^AKSAzureLinux-V3/i.test(name) ? 'aks-azurelinux3' : undefined;
}

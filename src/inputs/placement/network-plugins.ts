import type { Workload } from '../workloads/workload.ts';

/** DaemonSets whose pods write the configuration of a CNI plugin, as their projects name them. */
const names: ReadonlySet<string> = new Set([
  'antrea-agent',
  'aws-node',
  'azure-cni',
  'azure-cns',
  'calico-node',
  'canal',
  'cilium',
  'kindnet',
  'kube-flannel',
  'kube-flannel-ds',
  'kube-ovn-cni',
  'kube-router',
  'multus',
  'netd',
  'ovnkube-node',
  'terway-eniip',
  'weave-net',
]);

/** Whether a node's network is not ready before these pods run on it. */
export function isNetworkPlugin({ name, count, spec }: Workload): boolean {
  return count === 'one per node' && spec.hostNetwork === true && names.has(name);
}

import type { Observation } from '../../../trace/observation.ts';
import { readyCondition, readyEvent } from '../pleg/pleg-health.ts';

/**
 * What a kubelet says while no CNI plugin is configured: the condition that containerd reports
 * (`NetworkReady`), as `runtimeState.networkErrors` words it (pkg/kubelet/runtime.go, v1.36.3).
 */
export const networkPluginNotReady =
  'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized';

/** The records of the start of a new node's kubelet (`BirthCry`, pkg/kubelet/kubelet.go, v1.36.3). */
export function kubeletStarting(): readonly Observation[] {
  return [
    { type: 'instance', state: 'booted' },
    { type: 'node', state: 'started' },
    { type: 'event', eventType: 'Normal', reason: 'Starting', message: 'Starting kubelet.' },
  ];
}

/**
 * The records when the API server has the Node object of a new node: it is not ready, and the node controller
 * says that it has come (`RegisteredNode`, pkg/controller/nodelifecycle, v1.36.3).
 */
export function nodeRegistered(node: string): readonly Observation[] {
  return [
    { type: 'instance', state: 'registered' },
    readyCondition(networkPluginNotReady),
    {
      type: 'event',
      eventType: 'Normal',
      reason: 'RegisteredNode',
      message: `Node ${node} event: Registered Node ${node} in Controller`,
    },
  ];
}

/** The records when the kubelet of a new node has found a CNI plugin. */
export function networkReady(node: string): readonly Observation[] {
  return [readyCondition(undefined), readyEvent(node, 'NodeReady')];
}

/**
 * What a scheduler says while the only one of the present nodes that a pod may have is not ready (`FitError`,
 * pkg/scheduler/framework/types.go, v1.36.3).
 */
export function onlyNodeNotReady(present: number): string {
  const others = present > 1 ? `, ${present - 1} node(s) didn't match Pod's node affinity/selector` : '';
  return `0/${present} nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }${others}.`;
}

/** The event of a pod that needs a network before there is one (`SyncPod`, pkg/kubelet/kubelet.go, v1.36.3). */
export function networkNotReady(pod: {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}): Observation {
  return {
    type: 'event',
    eventType: 'Warning',
    reason: 'NetworkNotReady',
    message: `network is not ready: ${networkPluginNotReady}`,
    pod,
  };
}

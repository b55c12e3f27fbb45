import type { FaultField, FaultFieldKind, FaultForm } from './fault-form.ts';

const needed = (name: string, kind: FaultFieldKind, example = ''): FaultField => ({ name, kind, isRequired: true, example });
const free = (name: string, kind: FaultFieldKind, example = ''): FaultField => ({ name, kind, isRequired: false, example });

const from = free('from', 'duration', '0s');
const window = [from, free('until', 'duration', '40s')];
const at = needed('at', 'duration', '30s');
const registry = free('registry', 'registry');
const image = free('image', 'image');
const node = free('node', 'node');

/** What a runtime asks a registry for, in the order in which it does. */
export const requestKinds: readonly string[] = ['tag', 'index', 'manifest', 'config', 'layer', 'token'];

const some = [registry, image, free('layer', 'count', '0'), free('times', 'count', '1')];
const request = free('request', 'request');
const afterBytes = needed('afterBytes', 'size', '2MB');

/** Every kind of fault that a Scenario has; a test holds them against its shape. Seldom used fields (for, kubelet) are for the file. */
export const faultForms: readonly FaultForm[] = [
  { kind: 'registryDown', words: 'the registry refuses connections', fields: [registry, ...window] },
  {
    kind: 'errorRate',
    words: 'a share of the requests fails',
    fields: [registry, needed('rate', 'share', '0.3'), free('status', 'count', '500'), ...window],
  },
  {
    kind: 'rateLimit',
    words: 'the registry answers 429 beyond a number of requests',
    fields: [registry, needed('requests', 'count', '100'), needed('per', 'duration', '1m'), ...window],
  },
  { kind: 'notFound', words: 'the registry does not have the image', fields: [registry, image, ...window] },
  { kind: 'unauthorized', words: 'the registry refuses the credentials', fields: [registry, image, ...window] },
  { kind: 'stall', words: 'the registry sends nothing more', fields: [registry, ...window] },
  {
    kind: 'badStatus',
    words: 'requests are answered with this status',
    fields: [request, needed('status', 'count', '503'), ...some, ...window],
  },
  { kind: 'unanswered', words: 'requests get no answer, and the connection stays open', fields: [request, ...some, ...window] },
  {
    kind: 'connectionReset',
    words: 'the connection is reset, at once or within a layer',
    fields: [request, free('afterBytes', 'size', '2MB'), ...some, ...window],
  },
  { kind: 'cutBody', words: 'a layer ends too early', fields: [afterBytes, ...some, ...window] },
  { kind: 'stalledBody', words: 'a layer stops coming, and the connection stays open', fields: [afterBytes, ...some, ...window] },
  {
    kind: 'trickle',
    words: 'a layer comes ever so slowly',
    fields: [needed('speed', 'rate', '1kB/s'), free('afterBytes', 'size', '2MB'), ...some, ...window],
  },
  { kind: 'wrongDigest', words: 'a layer is not what its digest says', fields: [...some, ...window] },
  { kind: 'slowLink', words: "the node's link is slower", fields: [node, needed('link', 'rate', '10Mbit/s'), ...window] },
  { kind: 'diskFull', words: 'nothing can be written on the node', fields: [node, ...window] },
  { kind: 'runtimeDown', words: 'the container runtime does not answer', fields: [node, free('error', 'text'), ...window] },
  {
    kind: 'runtimeSlow',
    words: 'the container runtime is slow to list pods',
    fields: [node, needed('list', 'duration', '10s'), free('podStatus', 'duration', '1s'), ...window],
  },
  { kind: 'kubeletRestart', words: 'the kubelet restarts', fields: [node, at, free('pulls', 'pulls')] },
  { kind: 'nodeReboot', words: 'the node reboots', fields: [node, at] },
  { kind: 'imageRemoved', words: 'someone removes the image from the node', fields: [node, { ...image, isRequired: true }, at] },
  {
    kind: 'pullFails',
    words: 'pulls of the image fail',
    fields: [
      { ...image, isRequired: true },
      needed('error', 'text', 'manifest unknown'),
      free('takes', 'duration', '500ms'),
      free('times', 'count', '2'),
      ...window,
    ],
  },
  {
    kind: 'pullTakes',
    words: 'pulls of the image take this long',
    fields: [{ ...image, isRequired: true }, needed('takes', 'duration', '2m'), ...window],
  },
];

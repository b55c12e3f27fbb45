import type { Observation, ObservationOf, PodRef } from '../../../src/trace/observation.ts';
import type { Cause, HeaderNode, TraceRecord } from '../../../src/trace/record.ts';
import { traceFormat } from '../../../src/trace/trace-format.ts';
import { onNode } from '../../trace/on-node.ts';

type Told = Observation extends infer T ? (T extends unknown ? Omit<T, 'because'> : never) : never;
/** A record before it has its number. */
export type Line = readonly [at: number, actor: string, told: Told, because?: Cause | undefined];

/** A node as the header lists it: serial pulls of a kubelet 1.36, unless said otherwise. */
export function node(
  kubelet: HeaderNode['kubelet'] = { serializeImagePulls: true },
  profile = '1.36',
  name = 'node-1',
): HeaderNode {
  return { name, kubeletVersion: profile, profile, runtime: 'containerd://2.4', kubelet };
}

/** The trace of these lines; an end record follows where its reason is given. */
export function traceOf(
  nodes: readonly HeaderNode[],
  lines: readonly Line[],
  end?: 'settled' | 'horizon',
  endMs?: number,
): TraceRecord[] {
  const header: TraceRecord = {
    type: 'header',
    id: 0,
    at: 0,
    format: traceFormat,
    seed: 1,
    horizonMs: 900_000,
    epoch: '2000-01-01T00:00:00Z',
    nodes,
    assumptions: [],
    ignoredKinds: {},
  };
  const told = lines.map(([at, actor, observation, because], index) =>
    onNode({ id: index + 1, at, actor, ...observation, ...(because === undefined ? {} : { because }) }),
  );
  const last = endMs ?? lines.at(-1)?.[0] ?? 0;
  const records: TraceRecord[] = [header, ...told];
  return end === undefined
    ? records
    : [...records, { type: 'end', id: records.length, at: last, reason: end, steps: 1 }];
}

export function podRef(name: string): PodRef {
  return { namespace: 'default', name, uid: `uid-${name}` };
}

/** Of the container `app` of a pod on node-1, or of another container or node as `node-2/web/init`. */
export function pull(
  at: number,
  where: string,
  state: ObservationOf<'pull'>['state'],
  more: Partial<Omit<ObservationOf<'pull'>, 'because'>> = {},
): Line {
  const { actor, pod, container } = place(where);
  return [at, actor, { type: 'pull', state, pod: podRef(pod), container, image: 'web:1', ...more }];
}

export function event(at: number, where: string, reason: string): Line {
  const { actor, pod } = place(where);
  return [at, actor, { type: 'event', eventType: 'Normal', reason, message: reason, pod: podRef(pod) }];
}

export function runtime(at: number, where: string, op: 'GetImageRef' | 'PullImage', image = 'web:1'): Line {
  return [at, place(where).actor, { type: 'runtime', op, image }];
}

export function admitted(at: number, name: string, policy: string): Line {
  const containers = [{ name: 'app', image: 'web:1', kind: 'container', policy }] as const;
  return [at, 'node-1', { type: 'pod', state: 'added', pod: podRef(name), containers }];
}

export function stored(at: number, state: 'present' | 'removed', because?: Cause): Line {
  return [at, 'node-1/images', { type: 'image', state, image: 'web:1', ref: 'sha256:web' }, because];
}

export function fault(at: number, kind: string, target?: string): Line {
  return [
    at,
    `faults/1-${kind}`,
    { type: 'fault', state: 'began', fault: kind, ...(target === undefined ? {} : { target }) },
  ];
}

export function fetch(
  at: number,
  where: string,
  state: 'queued' | 'shared' | 'present' | 'started' | 'fetched' | 'failed',
  digest = 'sha256:a',
  bytes = 100,
): Line {
  const [pull = '', connection = '0'] = where.split('#fetch-');
  const actor = `${place(pull).actor.replace('/kubelet/', '/images/kubelet/')}${state === 'queued' || state === 'shared' ? '' : `#fetch-${connection}`}`;
  return [at, actor, { type: 'fetch', state, image: 'web:1', digest, layer: 0, bytes }];
}

/**
 * A request for a layer, by a connection of the pull: `a#fetch-1`; without it, of a connection of its own.
 */
export function layerRequest(at: number, where: string, state: 'answered' | 'failed'): Line {
  const [pull = '', connection = '0'] = where.split('#fetch-');
  const actor = `${place(pull).actor.replace('/kubelet/', '/images/kubelet/')}#fetch-${connection}`;
  const outcome = state === 'answered' ? { status: 200 } : { error: 'unexpected EOF' };
  return [
    at,
    actor,
    {
      type: 'request',
      state,
      method: 'GET',
      kind: 'layer',
      registry: 'docker.io',
      image: 'web:1',
      connection: 0,
      ...outcome,
    },
  ];
}

export function unpack(
  at: number,
  where: string,
  state: 'queued' | 'started' | 'finished' | 'failed' | 'skipped' | 'shared',
  layer: number,
): Line {
  const actor = place(where).actor.replace('/kubelet/', '/images/kubelet/');
  return [at, actor, { type: 'unpack', state, image: 'web:1', digest: `sha256:${layer}`, layer, bytes: 100 }];
}

function place(where: string): { actor: string; pod: string; container: string } {
  const parts = where.split('/');
  const [on = 'node-1', pod = '', container = 'app'] = parts.length === 1 ? ['node-1', where] : parts;
  return { actor: `${on}/kubelet/default/${pod}/${container}`, pod, container };
}

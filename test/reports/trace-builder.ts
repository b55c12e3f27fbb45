import type { PodOwner } from '../../src/rules/kubelet/pods/pod.ts';
import type { ContainerKind, Observation, ObservationOf, PodRef } from '../../src/trace/observation.ts';
import type { Cause, HeaderNode, TraceRecord } from '../../src/trace/record.ts';
import { traceFormat } from '../../src/trace/trace-format.ts';
import { onNode } from '../trace/on-node.ts';

type Told = Observation extends infer T ? (T extends unknown ? Omit<T, 'because'> : never) : never;

/** `['app', 'web:1']`, or with its kind. */
export type ContainerBuild = readonly [name: string, image: string, kind?: ContainerKind];

/** Writes small traces by hand: every call adds a record at the time given, and returns its number. */
export class TraceBuilder {
  readonly records: TraceRecord[] = [];
  readonly #node: string;

  constructor(nodes: readonly Partial<HeaderNode>[] = [{}], seed = 42) {
    const full = nodes.map((node) => ({
      name: 'node-1',
      kubeletVersion: 'v1.36.3',
      profile: '1.36',
      runtime: 'containerd://2.4',
      kubelet: { serializeImagePulls: true },
      ...node,
    }));
    this.#node = full[0]?.name ?? 'node-1';
    this.records.push({
      type: 'header',
      id: 0,
      at: 0,
      format: traceFormat,
      seed,
      horizonMs: 900_000,
      epoch: '2025-01-01T00:00:00.000Z',
      nodes: full,
      assumptions: [],
      ignoredKinds: {},
    });
  }

  tell(at: number, actor: string, told: Told, because?: Cause): number {
    const id = this.records.length;
    this.records.push(onNode({ id, at, actor, ...told, ...(because === undefined ? {} : { because }) }));
    return id;
  }

  /**
   * A pod of the builder's node; the parts of its name that are left out are `default` and its name again as
   * uid.
   */
  pod(
    at: number,
    name: string,
    containers: readonly ContainerBuild[],
    more: { namespace?: string; node?: string; owner?: PodOwner } = {},
  ): PodBuild {
    const pod = new PodBuild(
      this,
      { namespace: more.namespace ?? 'default', name, uid: `uid-${name}` },
      more.node ?? this.#node,
    );
    const views = containers.map(([container, image, kind = 'container']) => ({
      name: container,
      image,
      kind,
      policy: 'IfNotPresent',
    }));
    this.tell(at, pod.actor, {
      type: 'pod',
      state: 'added',
      pod: pod.ref,
      containers: views,
      ...(more.owner && { owner: more.owner }),
    });
    return pod;
  }

  end(at: number, reason: 'settled' | 'horizon' = 'settled'): readonly TraceRecord[] {
    this.records.push({ type: 'end', id: this.records.length, at, reason, steps: 100 });
    return this.records;
  }
}

export class PodBuild {
  readonly ref: PodRef;
  readonly node: string;
  readonly actor: string;
  readonly #trace: TraceBuilder;

  constructor(trace: TraceBuilder, ref: PodRef, node: string) {
    this.#trace = trace;
    this.ref = ref;
    this.node = node;
    this.actor = `${node}/kubelet/${ref.namespace}/${ref.name}`;
  }

  pull(
    at: number,
    container: string,
    state: ObservationOf<'pull'>['state'],
    image: string,
    more: Partial<Omit<ObservationOf<'pull'>, 'because'>> = {},
    because?: Cause,
  ): number {
    const told = { type: 'pull', state, pod: this.ref, container, image, ...more } as const;
    return this.#trace.tell(at, `${this.actor}/${container}`, told, because);
  }

  layer(
    at: number,
    container: string,
    type: 'fetch' | 'unpack',
    state: string,
    layer: number,
    bytes: number,
    because?: Cause,
  ): number {
    const told = { type, state, image: 'x', digest: `sha256:${layer}`, layer, bytes } as Told;
    return this.#trace.tell(
      at,
      `${this.node}/images/kubelet/${this.ref.namespace}/${this.ref.name}/${container}`,
      told,
      because,
    );
  }

  /** Fetches and unpacks an image of one layer and starts the container, in 100 ms more than the two take. */
  load(
    at: number,
    container: string,
    image: string,
    bytes: number,
    fetchMs: number,
    unpackMs: number,
  ): number {
    this.pull(at, container, 'pulling', image);
    this.layer(at + 50, container, 'fetch', 'started', 0, bytes);
    this.layer(at + 50 + fetchMs, container, 'fetch', 'fetched', 0, bytes);
    this.layer(at + 50 + fetchMs, container, 'unpack', 'started', 0, bytes * 2);
    const end = at + 50 + fetchMs + unpackMs;
    this.layer(end, container, 'unpack', 'finished', 0, bytes * 2);
    this.pull(end, container, 'pulled', image, { sizeBytes: bytes });
    return this.start(end, container);
  }

  start(at: number, container: string): number {
    this.container(at, container, 'creating');
    this.container(at + 20, container, 'created');
    this.container(at + 50, container, 'running');
    return at + 50;
  }

  container(
    at: number,
    container: string,
    state: 'creating' | 'created' | 'running' | 'exited',
    exitCode?: number,
  ): number {
    const told = {
      type: 'container',
      state,
      pod: this.ref,
      container,
      ...(exitCode === undefined ? {} : { exitCode }),
    } as const;
    return this.#trace.tell(at, this.actor, told);
  }

  event(
    at: number,
    reason: string,
    message: string,
    eventType: 'Normal' | 'Warning' = 'Normal',
    container?: string,
  ): number {
    const told = { type: 'event', eventType, reason, message, pod: this.ref } as const;
    const actor = container === undefined ? this.actor : `${this.actor}/${container}`;
    return this.#trace.tell(
      at,
      actor,
      container === undefined ? told : { ...told, fieldPath: `spec.containers{${container}}` },
    );
  }
}

/** When the clusters of these tests begin. */
export const epochMs = Date.UTC(2026, 10, 21, 10);

interface EventFields {
  readonly pod: string;
  readonly reason: string;
  readonly message: string;
  /** Seconds from the beginning. */
  readonly at: number;
  readonly path?: string;
  readonly node?: string;
  readonly count?: number;
  readonly until?: number;
  readonly uid?: string;
  readonly component?: string;
  readonly kind?: string;
}

function time(seconds: number): string {
  return new Date(Math.floor(epochMs / 1_000 + seconds) * 1_000).toISOString().replace('.000Z', 'Z');
}

/** Returns a kubelet's Event of `v1` as kubectl prints it: whole seconds, and the exact time in its name. */
export function podEvent({
  pod,
  reason,
  message,
  at,
  ...more
}: EventFields): Readonly<Record<string, unknown>> {
  const {
    path,
    node = 'node-1',
    count = 1,
    until = at,
    uid = `uid of ${pod}`,
    component = 'kubelet',
    kind = 'Pod',
  } = more;
  const nanos = BigInt(Math.round((epochMs / 1_000 + at) * 1e6)) * 1_000n;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${pod}.${nanos.toString(16)}`, namespace: 'shop' },
    involvedObject: {
      kind,
      namespace: 'shop',
      name: pod,
      uid,
      ...(path === undefined ? {} : { fieldPath: path }),
    },
    reason,
    message,
    source: component === 'kubelet' ? { component, host: node } : { component },
    firstTimestamp: time(at),
    lastTimestamp: time(until),
    count,
    type: 'Normal',
  };
}

/** Returns the events of a container whose image is pulled and that starts, beginning at some second. */
export function pulledContainer(
  pod: string,
  path: string,
  image: string,
  at: number,
  { takes = 2, node = 'node-1', uid = `uid of ${pod}` } = {},
): readonly Readonly<Record<string, unknown>>[] {
  const name = /\{(.+)\}/.exec(path)?.[1] ?? '';
  const own = { pod, path, node, uid };
  return [
    podEvent({ ...own, reason: 'Pulling', message: `Pulling image "${image}"`, at }),
    podEvent({
      ...own,
      reason: 'Pulled',
      message: `Successfully pulled image "${image}" in ${takes}s (${takes}s including waiting). Image size: 12345678 bytes.`,
      at: at + takes,
    }),
    podEvent({ ...own, reason: 'Created', message: `Created container ${name}`, at: at + takes + 0.03 }),
    podEvent({ ...own, reason: 'Started', message: `Started container ${name}`, at: at + takes + 0.11 }),
  ];
}

/** Returns the scheduler's event, which names the node. */
export function boundPod(pod: string, at: number, node = 'node-1', uid = `uid of ${pod}`) {
  const message = `Successfully assigned shop/${pod} to ${node}`;
  return podEvent({ pod, reason: 'Scheduled', message, at, component: 'default-scheduler', uid });
}

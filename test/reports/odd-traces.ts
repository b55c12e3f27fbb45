import fc from 'fast-check';
import type { TraceRecord } from '../../src/trace/record.ts';
import { onNode } from '../trace/on-node.ts';
import { TraceBuilder } from './trace-builder.ts';

/** Names that harm terminals and objects, beside plain ones. */
const names = fc.oneof(
  fc.constantFrom(
    'app',
    'web-0',
    '__proto__',
    'constructor',
    '\u001b[31mred\u001b[0m',
    'a\r\nb\tc',
    '\u202eevil',
    'x'.repeat(300),
    '',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const pods = fc.record({
  namespace: fc.oneof(fc.constant('default'), names),
  name: names,
  uid: fc.constantFrom('u1', 'u2', 'u3', '__proto__'),
});
const kinds = fc.constantFrom('init', 'sidecar', 'container', 'imageVolume');
const bytes = fc.nat(10_000_000_000);
const images = fc.oneof(fc.constantFrom('web:1', 'docker.io/library/web:1', 'a@sha256:0123'), names);
const actors = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('node-1', 'node-2'),
      fc.constantFrom('kubelet', 'images/kubelet'),
      fc.constantFrom('web-0', 'db-0'),
    )
    .map(([node, part, pod]) => `${node}/${part}/default/${pod}/app`),
  names,
);
const causes = fc.record(
  { kind: fc.constantFrom('slot', 'inFlight', 'fault', 'odd'), actor: actors, record: fc.nat(60) },
  { requiredKeys: ['kind', 'actor'] },
);
const windows = fc.record(
  { windowMs: fc.nat(300_000), untilMs: fc.nat(900_000), error: names, reason: names },
  { requiredKeys: [] },
);

const bodies = fc.oneof(
  fc.record({
    type: fc.constant('pod'),
    state: fc.constantFrom('added', 'added', 'rejected', 'terminated'),
    pod: pods,
    node: fc.constantFrom('node-1', 'node-2'),
    containers: fc.array(
      fc.record({ name: names, image: images, kind: kinds, policy: fc.constant('Always') }),
      { maxLength: 3 },
    ),
  }),
  fc
    .record({
      type: fc.constant('pull'),
      state: fc.constantFrom(
        'inspecting',
        'present',
        'neverPresent',
        'invalidName',
        'inspectFailed',
        'backingOff',
        'waiting',
        'pulling',
        'pulled',
        'failed',
      ),
      pod: pods,
      container: names,
      image: images,
      more: windows,
    })
    .map(({ more, ...body }) => ({ ...body, ...more })),
  fc.record({
    type: fc.constantFrom('fetch', 'unpack'),
    state: fc.constantFrom(
      'queued',
      'shared',
      'present',
      'started',
      'fetched',
      'finished',
      'skipped',
      'failed',
    ),
    image: images,
    digest: fc.constantFrom('sha256:a', 'sha256:b'),
    layer: fc.nat(2),
    bytes,
  }),
  fc.record({
    type: fc.constant('container'),
    state: fc.constantFrom('creating', 'created', 'running', 'exited'),
    pod: pods,
    container: names,
  }),
  fc.record({
    type: fc.constant('event'),
    eventType: fc.constant('Warning'),
    reason: names,
    message: names,
    pod: pods,
  }),
  fc.record({ type: fc.constant('fault'), state: fc.constant('began'), fault: names, target: names }),
  fc.record({
    type: fc.constant('image'),
    state: fc.constantFrom('present', 'removed'),
    image: images,
    ref: names,
  }),
  fc.record({
    type: fc.constant('node'),
    state: fc.constantFrom('started', 'kubeletRestarted', 'rebooting', 'rebooted'),
  }),
  fc.record({
    type: fc.constant('status'),
    pod: pods,
    phase: fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed'),
    containers: fc.array(
      fc.record({
        name: names,
        kind: kinds,
        state: fc.constantFrom('waiting', 'running', 'terminated'),
        reason: names,
        restarts: fc.nat(3),
      }),
      { maxLength: 3 },
    ),
  }),
);

/**
 * Traces that no run would write: any record after any other, pods from nowhere, causes that lead nowhere.
 */
export const oddTraces: fc.Arbitrary<readonly TraceRecord[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(120_000_000), bodies, actors, fc.option(causes, { nil: undefined })), {
      maxLength: 60,
    }),
    fc.constantFrom('settled', 'horizon', undefined),
    fc.boolean(),
  )
  .map(([told, reason, hasHeader]) => {
    const trace = new TraceBuilder();
    const times = told.map(([micros]) => micros / 1000).sort((a, b) => a - b);
    for (const [index, [, body, actor, because]] of told.entries()) {
      const id = trace.records.length;
      trace.records.push(
        onNode({ id, at: times[index] ?? 0, actor, ...body, ...(because === undefined ? {} : { because }) }),
      );
    }
    if (reason !== undefined) trace.end(times.at(-1) ?? 0, reason);
    return hasHeader ? trace.records : trace.records.slice(1);
  });

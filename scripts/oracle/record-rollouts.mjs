// Records what real controllers do next in random rollouts:
// `node scripts/oracle/record-rollouts.mjs [--cases 700 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';

const share = fc.oneof(
  fc.integer({ min: 0, max: 6 }),
  fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
);
const isNone = (given) => Number.parseInt(given, 10) === 0;
const old = ['old ready', 'old ready', 'old ready', 'old starting', 'old deleting', 'old over'];
const fresh = ['new ready', 'new starting'];

for (const [kind, arbitrary] of Object.entries({
  deployments: ofDeployment(),
  daemonsets: ofDaemonSet(),
  statefulsets: ofStatefulSet(),
})) {
  const cases = drawnCases(arbitrary, '700');
  writeRecorded(
    `test/run/simulation/controllers/recorded-${kind}.ndjson.gz`,
    cases,
    'answer',
    askLaid(kind)(cases),
  );
}

/** Its ReplicaSets, some of older rollouts. */
function ofDeployment() {
  const setOf = (max) =>
    fc
      .integer({ min: 0, max })
      .chain((replicas) =>
        fc.record({ replicas: fc.constant(replicas), available: fc.integer({ min: 0, max: replicas }) }),
      );
  return fc.integer({ min: 1, max: 12 }).chain((replicas) =>
    fc.record({
      replicas: fc.constant(replicas),
      maxSurge: share,
      maxUnavailable: share,
      olds: fc.array(setOf(Math.max(replicas, 3)), { minLength: 1, maxLength: 3 }),
      new: setOf(replicas),
    }),
  );
}

/** Its pods by node: two where it surges. */
function ofDaemonSet() {
  const one = [...old, ...fresh].map((pod) => [pod]);
  const gone = fresh.map((pod) => ['old deleting', pod]);
  const both = ['old ready', 'old starting', 'old over'].flatMap((pod) => fresh.map((next) => [pod, next]));
  return fc.oneof(fc.constant(0), share).chain((maxSurge) =>
    fc.record({
      maxSurge: fc.constant(maxSurge),
      maxUnavailable: isNone(maxSurge) ? share : fc.constant(0),
      nodes: fc.array(fc.constantFrom([], ...one, ...gone, ...(isNone(maxSurge) ? [] : both)), {
        minLength: 1,
        maxLength: 7,
      }),
    }),
  );
}

/** Its pods by ordinal. Those below the partition are never new. */
function ofStatefulSet() {
  const pods = fc.array(fc.constantFrom('', ...old, ...fresh, 'new deleting', 'new over'), {
    minLength: 1,
    maxLength: 6,
  });
  return fc
    .record({ partition: fc.integer({ min: 0, max: 4 }), isParallel: fc.boolean(), pods })
    .map((one) => ({
      ...one,
      pods: one.pods.map((pod, ordinal) => (ordinal < one.partition ? pod.replace('new', 'old') : pod)),
    }));
}

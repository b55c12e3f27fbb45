// Records where real schedulers let random pods run:
// `node scripts/oracle/record-placements.mjs [--cases 500 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';

const some = (arbitrary, freq = 2) => fc.option(arbitrary, { nil: undefined, freq });
const one = fc.constantFrom;
const list = (arbitrary, minLength, maxLength) => fc.array(arbitrary, { minLength, maxLength });
const hostname = 'kubernetes.io/hostname';
const ofNode = (...names) => names.map((name) => `node.kubernetes.io/${name}`);

const taint = fc.record({
  key: one('gpu', 'size', ...ofNode('not-ready', 'disk-pressure', 'network-unavailable', 'out-of-service')),
  value: some(one('a', 'b', '5', '')),
  effect: one('NoSchedule', 'NoExecute', 'PreferNoSchedule'),
});
const labels = fc.record({
  zone: some(one('z1', 'z2', 'z3'), 8),
  rack: some(one('r1', 'r2'), 3),
  cpus: some(one('2', '4', '007', '4x', '16')),
  disk: some(one('ssd', 'hdd', '')),
});
const node = fc.record({
  labels,
  taints: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: list(taint, 1, 2) }),
  unschedulable: one(false, false, false, false, true),
});
const nodes = list(node, 1, 6).map((drawn) =>
  drawn.map((of, index) => ({
    name: `n${index}`,
    labels: { [hostname]: `n${index}`, ...of.labels },
    spec: { taints: of.taints, unschedulable: of.unschedulable },
  })),
);

const expression = fc.oneof(
  fc.record({
    key: one('zone', 'rack', 'disk', 'cpus', hostname, 'metadata.name'),
    operator: one('In', 'NotIn'),
    values: fc.uniqueArray(one('z1', 'z2', 'r1', 'ssd', '', '4', 'n1', 'n2'), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ key: one('zone', 'rack', 'disk', 'none'), operator: one('Exists', 'DoesNotExist') }),
  fc.record({
    key: one('cpus', 'disk', 'none'),
    operator: one('Gt', 'Lt'),
    values: one(['3'], ['007'], ['16']),
  }),
);
const field = fc.record({
  key: fc.constant('metadata.name'),
  operator: one('In', 'NotIn'),
  values: one(['n0'], ['n1'], ['n2']),
});
const term = fc.record({
  matchExpressions: some(list(expression, 0, 2), 3),
  matchFields: some(list(field, 0, 1)),
});
const affinity = list(term, 1, 2).map((nodeSelectorTerms) => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
}));

const keyed = fc.record({
  key: one('gpu', 'size', ...ofNode('unschedulable', 'not-ready')),
  operator: some(one('Exists', 'Equal', 'Gt', 'Lt'), 4),
  value: some(one('a', 'b', '5')),
  effect: some(one('NoSchedule', 'NoExecute')),
});
const anyKey = fc.record({ operator: fc.constant('Exists'), effect: some(one('NoSchedule', 'NoExecute')) });

const own = { matchLabels: { app: 'web' } };
const hasOwn = { matchExpressions: [{ key: 'app', operator: 'Exists' }] };
const constraint = fc
  .record({
    maxSkew: one(1, 2),
    topologyKey: one('zone', 'zone', 'rack', hostname),
    whenUnsatisfiable: one('DoNotSchedule', 'DoNotSchedule', 'DoNotSchedule', 'ScheduleAnyway'),
    minDomains: some(one(1, 2, 3, 4)),
    labelSelector: one(own, own, own, own, hasOwn, { matchLabels: { app: 'other' } }, {}, undefined),
    nodeAffinityPolicy: some(one('Honor', 'Ignore')),
    nodeTaintsPolicy: some(one('Honor', 'Ignore')),
    matchLabelKeys: some(one(['app'], ['tier'])),
  })
  // As the API server allows them together.
  .map(({ minDomains, matchLabelKeys, ...rest }) => ({
    ...rest,
    ...(rest.whenUnsatisfiable === 'DoNotSchedule' ? { minDomains } : {}),
    ...(rest.labelSelector === undefined ? {} : { matchLabelKeys }),
  }));
const spread = fc.uniqueArray(constraint, {
  minLength: 1,
  maxLength: 2,
  selector: ({ topologyKey, whenUnsatisfiable }) => `${topologyKey} ${whenUnsatisfiable}`,
});

const spec = fc.record({
  nodeSelector: some(one({ disk: 'ssd' }, { zone: 'z1' }, { disk: '' }), 4),
  affinity: some(affinity),
  tolerations: some(list(fc.oneof(keyed, keyed, anyKey), 0, 2)),
  hostNetwork: some(fc.boolean()),
});
const workload = fc.oneof(
  { weight: 3, arbitrary: fc.record({ spec, topologySpreadConstraints: some(spread, 4) }) },
  {
    weight: 1,
    arbitrary: fc.record({ spec, isDaemon: fc.constant(true), nodeName: some(one('n0', 'n1'), 4) }),
  },
);
const placement = fc.record({ workload, labels: one({ app: 'web' }, { app: 'web', tier: 'x' }), nodes });

const cases = drawnCases(
  placement.map(({ workload: { spec: common, isDaemon = false, ...more }, ...rest }) => ({
    ...rest,
    isDaemon,
    spec: { ...common, ...more },
  })),
  '500',
);
writeRecorded(
  'test/inputs/placement/recorded-placements.ndjson.gz',
  cases,
  'answer',
  askLaid('placements')(cases),
);

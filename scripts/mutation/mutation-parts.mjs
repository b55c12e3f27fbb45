const machines = (...names) =>
  names.map((name) => (name.startsWith('!') ? `!machines/**/${name.slice(1)}.ts` : `machines/**/${name}.ts`));
const machineTests = (...names) => names.map((name) => `test/machines/**/${name}.test.ts`);

const ofKinds = ['pleg', 'image-gc', 'credentials', 'pull-records'].map(
  (folder) => `src/rules/kubelet/${folder}/*.ts`,
);

/**
 * What `npm run mutation` judges, part by part: the sources that are mutated, and the tests that must notice.
 * Other tests would notice more; a rule that only they hold is a rule that its own tests do not explain. Left
 * out are tests that run for seconds: whole runs and statistics, which say nothing about a single rule.
 *
 * @type {Readonly<Record<string, { mutate: readonly string[], tests: readonly string[], without?: readonly
 *   string[] }>>}
 */
export const mutationParts = {
  kubelet: {
    mutate: ['src/rules/kubelet/**/*.ts', ...ofKinds.map((folder) => `!${folder}`)],
    tests: ['test/rules/kubelet/**/*.test.ts', 'test/seeds/*.test.ts'],
  },
  // What the recorded scripts hold case by case: each is a test of a behaviour, named by it.
  kinds: {
    mutate: [...ofKinds, ...machines('pleg*', 'evented-pleg', 'pull-records', '!*-protocol')],
    tests: [
      ...[
        'test/rules/kubelet/**/*.test.ts',
        'test/seeds/*.test.ts',
        'test/proof/conformance/recorded-traces.test.ts',
      ],
      ...machineTests('pleg*', 'evented-pleg*', 'pull-records*'),
    ],
  },
  simulation: {
    mutate: ['src/run/simulation/**/*.ts'],
    tests: ['test/run/simulation/**/*.test.ts'],
    without: ['retry-schedule', 'regressions', 'kubelet-runs'].map(
      (name) => `test/run/simulation/${name}.test.ts`,
    ),
  },
  kubeadm: {
    mutate: ['src/rules/kubeadm/**/*.ts', ...machines('kubeadm-*', 'pre-pull*', '!kubeadm-protocol')],
    tests: [
      'test/rules/kubeadm/*.test.ts',
      ...machineTests('kubeadm-*', 'pre-pull*'),
      'test/seeds/*.test.ts',
    ],
  },
  'image-manager': {
    mutate: machines(
      'image-*',
      'pull-*',
      'coalesced-pull*',
      'serial-puller',
      'credential-providers',
      'recorder',
      '!image-service*',
      '!image-gc*',
      '!image-unpack*',
      '!pull-progress',
      '!pull-records',
      '!pull-through-cache*',
      '!*-protocol',
    ),
    tests: [
      ...machineTests(
        'image-pull*',
        'image-manager',
        'pull-*',
        'coalesced-pull*',
        'serial-puller',
        'credential-providers',
        'recorder',
      ),
      'test/seeds/*.test.ts',
    ],
  },
  'image-gc': {
    mutate: machines('image-gc*', 'eviction', 'kubelet-image-gc', '!image-gc-protocol'),
    tests: [...machineTests('image-gc*', 'eviction*'), 'test/run/simulation/image-gc*.test.ts'],
  },
  runtime: {
    mutate: machines(
      'runtime-*',
      'image-service*',
      'scripted-pull',
      'content-store',
      'container*',
      'reducer',
      '!*-protocol',
    ),
    tests: machineTests(
      'image-service*',
      'container*',
      'scripted-pull',
      'runtime-pull*',
      'failed-pull-leftovers',
      'reducer',
    ),
  },
  'runtime-rules': { mutate: ['src/rules/runtime/**/*.ts'], tests: ['test/rules/runtime/**/*.test.ts'] },
  wires: {
    mutate: machines(
      ...[
        '*fetch*',
        'connections',
        'judge-answer',
        'response-body',
        'registry*',
        'pull-through-cache*',
        'pull-progress',
        'network',
        'peers',
      ],
      ...[
        'image-unpack*',
        'layer-unpack',
        'lazy-read*',
        'runtime-slots',
        'metadata-store',
        'disk',
        '!*-protocol',
      ],
    ),
    tests: machineTests(
      ...[
        '*fetch*',
        'download',
        'http-exchange',
        'judge-answer',
        'connections',
        'registry*',
        'pull-through-cache',
        'pull-progress',
        'network',
        'peers',
      ],
      ...[
        'image-unpack*',
        'layer-unpack',
        'metadata-store',
        'disk',
        'runtime-faults',
        'runtime-pull*',
        'runtime-slots',
        'many-small-layers',
      ],
    ),
  },
  calibration: {
    mutate: ['src/answers/calibration/**/*.ts'],
    tests: ['test/answers/calibration/**/*.test.ts'],
    without: ['simulated', 'recorded'].map((name) => `test/answers/calibration/calibrate-${name}.test.ts`),
  },
  input: { mutate: ['src/inputs/**/*.ts'], tests: ['test/inputs/**/*.test.ts'] },
  report: {
    mutate: ['src/reports/**/*.ts'],
    tests: ['test/reports/**/*.test.ts'],
    without: ['odd-traces', 'run-view/views-of-random-runs', 'perfetto/perfetto-examples'].map(
      (name) => `test/reports/${name}.test.ts`,
    ),
  },
  // Judged in a browser: what is drawn (.tsx), hooks, and what deals with canvas, pointer, keyboard, focus
  // and downloads.
  page: {
    mutate: [
      'src/interfaces/page/**/*.ts',
      ...[
        'use-*',
        'painter',
        'phase-paint',
        'stage-pointer',
        'page-keys',
        'keep-focus',
        'save-text',
        'worker',
      ].map((name) => `!src/interfaces/page/**/${name}.ts`),
    ],
    tests: ['test/interfaces/page/**/*.test.ts'],
    without: ['worker/create-run-client', 'statechart/bars-and-charts'].map(
      (name) => `test/interfaces/page/${name}.test.ts`,
    ),
  },
  pods: {
    mutate: machines(
      'node*',
      'kubelet',
      'kubelet-context',
      'api-server',
      'pod-*',
      'sync-loop',
      '!*-protocol',
    ),
    tests: machineTests('node*', 'kubelet', 'api-server*', 'pod-*', 'sandbox-creation', 'sync-loop*'),
  },
};

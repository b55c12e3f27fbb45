import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { runInProcess } from './run-in-process.ts';

// C0 and C1, sequences of a terminal (the program's own red among them), what turns text or takes no room,
// and a forged line.
const hostile =
  '\u0007\u001b[31mFORGED\u001b[2J\u001b]0;x\u0007\u001b]8;;http://x\u001b\\\r\u0085\u009b31m\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\nwindlass: forged\n';
/** What somebody types has no forged lines but their own. */
const typed = hostile.replaceAll('\n', '');
const found =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|^windlass: forged/m;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const colours = /\u001b\[(?:1|2|22|31|32|39)m(?!FORGED)/g;

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', annotations: { note: hostile }, labels: { app: hostile } },
  spec: {
    serviceAccountName: hostile,
    nodeSelector: { disk: hostile },
    containers: [
      { name: 'a', image: 'app:1' },
      { name: 'b', image: 'b' },
    ],
  },
};
const scenario = {
  apiVersion: 'windlass.dev/v1alpha1',
  kind: 'Scenario',
  metadata: { name: hostile },
  nodes: {
    named: {
      [`n${hostile}`]: {
        kubeletVersion: `1.36+${hostile}`, // No runtime has a space.
        runtime: `containerd://2.4${hostile.replaceAll(/\s/g, '')}`,
      },
    },
  },
  registries: { 'docker.io': { private: { '*': [hostile] } } },
  faults: [
    { kind: 'pullFails', image: 'app:1', error: `broken ${hostile}` },
    { kind: 'badStatus', image: 'b', status: 500, message: hostile },
    { kind: 'runtimeDown', from: '20s', until: '22s', error: hostile },
  ],
};
const unknown = { apiVersion: `x.example/${hostile}`, kind: `Pro${hostile}` };
const input = [pod, scenario, unknown].map((document) => stringify(document)).join('---\n');

/**
 * Of each command, with what text that nobody can trust reaches it: options, files' names, what is in files.
 */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  completion: [['bash'], [typed]],
  run: [
    ['in.yaml', '--for', '1m'],
    ['in.yaml', '--for', '1m', '--report', 'report.html'],
    ['in.yaml', '--for', '1m', '--inspect', '--out', 'replay.html'],
    ['in.yaml', '--for', '10s', '-o', 'trace', '--steps', '--out', 'steps.ndjson'],
    ['in.yaml', '--for', '10s', '--seeds', '2'],
    ['in.yaml', '--pod', typed],
    ['in.yaml', '--node', typed],
    ['in.yaml', '--owner', typed],
    ['trace.ndjson'],
    ['in.yaml', '--for', '1m', '-o', 'csv', '--node', `*${typed}*`, '--node', '*'],
    ['in.yaml', '--set', `maxPods=${typed}`],
    ['in.yaml', '--set', `${typed}=1`],
    ['in.yaml', '--runtime', typed],
    ['in.yaml', '--kubelet-version', typed],
    ['in.yaml', '--platform', typed],
    ['in.yaml', '--image-size', `${typed}=1MB`],
    ['in.yaml', '--link', typed],
    [`bad${typed}.yaml`],
    ...['kind', 'apiVersion', 'name', 'image', 'field', 'value', 'gate', 'broken'].map((file) => [
      `${file}.yaml`,
    ]),
    ['folder'],
  ],
  example: [[], [typed]],
  prepull: [['in.yaml', '--for', '1m'], ['in.yaml', '--image', typed], [`bad${typed}.yaml`]],
  images: [['in.yaml'], ['--name', typed], ['--catalogue', typed], [`bad${typed}.yaml`]],
  explain: [['in.yaml', '--for', '10s'], ['trace.ndjson'], ['in.yaml', '--pod', typed], [`bad${typed}.yaml`]],
  assumptions: [['in.yaml', '--for', '10s'], ['in.yaml', '-o', typed], [`bad${typed}.yaml`]],
  compare: [
    ['in.yaml', '--for', '10s', '--seeds', '2', '--b', 'nodes=2'],
    ['in.yaml', '--for', '10s', '--seeds', '2', '--a', `${typed}=1`],
    ['in.yaml', '--for', '10s', '--seeds', '2', '--b', `pod-${typed}.yaml`],
    ['in.yaml', '--for', '10s', '--vary', `kubelet-version=1.31,${typed}`],
    ['in.yaml', '--for', '10s', '--seeds', '2', '--b', 'nodes=2', '--fail-if', `${typed} > 1`],
  ],
  recommend: [
    ['in.yaml', '--for', '10s', '--target', 'pulls > 0', '--vary', 'nodes=1,2'],
    ['in.yaml', '--for', '10s', '--target', `${typed} > 0`, '--vary', 'nodes=1,2'],
    ['in.yaml', '--for', '10s', '--target', 'pulls > 0', '--vary', `kubelet-version=${typed},1.31`],
  ],
  worst: [
    ['in.yaml', '--for', '10s', '--budget', '3'],
    ['in.yaml', '--for', '10s', '--figure', typed],
    ['in.yaml', '--for', '10s', '--faults', `registryDown registry=${typed}`],
    ['in.yaml', '--for', '10s', '--budget', '3', '--fail-if', `${typed} > 1`],
  ],
  sweep: [
    ['in.yaml', '--for', '10s', '--seeds', '1', '--vary', 'nodes=1,2'],
    ['in.yaml', '--for', '10s', '--seeds', '1', '--vary', `kubelet-version=1.31,${typed}`],
    ['in.yaml', '--for', '10s', '--seeds', '1', '--vary', `${typed}=1,2`],
    ['in.yaml', '--for', '10s', '--seeds', '1', '--vary', 'nodes=1,2', '--figure', typed],
    ['in.yaml', '--for', '10s', '--seeds', '1', '--vary', 'nodes=1,2', '--resume', 'in.yaml'],
    ['in.yaml', '--for', '10s', '--seeds', '1', '--vary', 'nodes=1,2', '--queue', typed],
    ['in.yaml', '--for', '10s', '--seeds', '1', '--vary', 'nodes=1,2', '--indexed-job', '--image', typed],
    ['collect', typed],
  ],
  worker: [
    ['--queue', typed],
    ['--plan', `bad${typed}`, '--results', 'results'],
    ['--plan', 'in.yaml', '--results', typed],
  ],
  upgrade: [
    ['in.yaml', '--for', '10s', '--seeds', '1', '--from', '1.31', '--to', '1.36'],
    ['in.yaml', '--from', typed, '--to', '1.36'],
    ['gate.yaml', '--from', '1.31', '--to', '1.36'],
    [
      'in.yaml',
      '--for',
      '10s',
      '--seeds',
      '1',
      '--from',
      '1.31',
      '--to',
      '1.36',
      '--fail-if',
      `${typed} > 1`,
    ],
  ],
  calibrate: [
    ['--log', 'containerd.log'],
    ['--log', 'containerd.log', '--out', 'node.yaml'],
    ['--log', 'in.yaml'],
    ['--log', `bad${typed}`],
    ['--log', 'containerd.log', '--runtime', typed],
  ],
  verify: [
    ['in.yaml', 'in.yaml'],
    ['events.json', 'in.yaml', '--runs', '1'],
    ['in.yaml', 'in.yaml', '--slack', typed],
    [`bad${typed}`, 'in.yaml'],
  ],
  why: [['in.yaml'], ['events.json'], ['broken.yaml'], [`bad${typed}`]],
  import: [
    ['in.yaml'],
    ['name.yaml'],
    ['in.yaml', '-o', 'json'],
    ['in.yaml', '--since', typed],
    ['broken.yaml'],
    [`bad${typed}`],
  ],
  init: [[`${typed}/x`]],
  schema: [[typed]],
  defaults: [[typed]],
  providers: [[typed]],
  bugs: [['--kubelet-version', typed]],
  lint: [
    ['in.yaml', '--fail-on', 'never'],
    ['in.yaml', '-o', 'github', '--fail-on', 'never'],
    ['--show', typed],
    ['--only', typed, 'in.yaml'],
    [`bad${typed}.yaml`],
  ],
  explore: [
    ['in.yaml', '--for', '10s', '--max-states', '5'],
    ['in.yaml', '--for', '10s', '--invariant', typed],
    ['in.yaml', '--for', '10s', '--max-states', '5', '--fault', `registryDown registry=${typed}`],
    [`bad${typed}.yaml`],
  ],
  check: [['trace.ndjson'], ['in.yaml'], [`bad${typed}`]],
  version: [[], [typed]],
  conform: [['scripts.ndjson'], ['in.yaml'], [`bad${typed}`]],
  paths: [[typed]],
  coverage: [[typed]],
  machines: [[typed]],
  test: [['--sut', `no-such-${typed}`, '--kind', 'backoff']],
  ui: [['in.yaml'], ['broken.yaml'], [`bad${typed}`]],
  registry: [['in.yaml'], ['broken.yaml'], [`bad${typed}`]],
  inspect: [['trace.ndjson'], ['steps.ndjson', '--out', 'replay.html'], ['in.yaml'], [`bad${typed}`]],
};

const malformed = {
  kind: { ...pod, kind: `Pod${hostile}` },
  apiVersion: { ...pod, apiVersion: `v1${hostile}` },
  name: { ...pod, metadata: { name: `web${hostile}` } },
  image: { ...pod, spec: { containers: [{ name: 'a', image: `app${hostile}` }] } },
  field: { ...scenario, [`seed${hostile}`]: 1 },
  value: { ...scenario, horizon: hostile },
  gate: {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    featureGates: { [hostile]: true },
  },
};
// As a file has it, and not as YAML spells it.
const broken = `kind: Pod${typed}\n  x: [${hostile}`;
const log = `time="2026-11-20T08:00:00Z" level=info msg="PullImage \\"app${typed}\\""\n${hostile}\n`;

const event = {
  kind: 'Event',
  involvedObject: { kind: 'Pod', name: 'web' },
  lastTimestamp: '2026-11-21T10:00:05Z',
};
const events = JSON.stringify({
  items: [
    { ...event, reason: 'Pulling', message: `Pulling image "app:1"` },
    { ...event, reason: 'Failed', message: `Failed to pull image "app:1": ${hostile}` },
    { ...event, reason: 'BackOff', message: hostile, involvedObject: { kind: 'Pod', name: hostile } },
  ],
});

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-hostile-'));
  const files = {
    'in.yaml': input,
    'broken.yaml': broken,
    'containerd.log': log,
    'events.json': events,
    'scripts.ndjson': `{"kind":${JSON.stringify(hostile)}}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await mkdir(join(folder, 'folder'));
  await writeFile(join(folder, 'folder', `a${hostile.replaceAll('/', '')}.yaml`), broken);
  for (const [name, document] of Object.entries(malformed))
    await writeFile(join(folder, `${name}.yaml`), stringify(document));
});
afterEach(() => rm(folder, { recursive: true }));

async function shown(argv: readonly string[], terminal: 'pipe' | 'terminal'): Promise<string> {
  const before = new Set(await readdir(folder));
  const isTTY = terminal === 'terminal';
  const { code, all } = await runInProcess(argv, {
    cwd: folder,
    isTTY,
    env: isTTY ? { FORCE_COLOR: '1' } : {},
  });
  expect(code, all).not.toBe(1);
  const written = (await readdir(folder)).filter((name) => !before.has(name));
  for (const file of written)
    expect(faultIn(await readFile(join(folder, file), 'utf8')), file).toBeUndefined();
  return all;
}

/** The place of the first character that a reader would obey and not see. */
function faultIn(text: string): string | undefined {
  const at = text.replace(colours, '').search(found);
  return at < 0 ? undefined : JSON.stringify(text.replace(colours, '').slice(Math.max(0, at - 60), at + 20));
}

const names = [...(await runInProcess(['--help'])).stdout.matchAll(/^ {2}([a-z]+)\b.*/gm)].map(
  ([, name = '']) => name,
);
const commands = [...new Set(names.filter((name) => name !== 'help' && name !== 'windlass'))];

test('every command is called', () => {
  expect(commands.toSorted()).toEqual(Object.keys(calls).toSorted());
});

test.each(commands)('%s shows every text of its inputs escaped, in all its outputs', async (command) => {
  const help = (await runInProcess(['help', command], { columns: 1_000 })).stdout;
  const outputs = /--output <[^:]*: ([^(\n]*)/.exec(help)?.[1]?.match(/[a-z]+/g) ?? [];
  if (command === 'inspect' || command === 'check') {
    for (const [file, options] of [
      ['trace.ndjson', []],
      ['steps.ndjson', ['--steps']],
    ] as const)
      await shown(['run', 'in.yaml', '--for', '10s', '-o', 'trace', ...options, '--out', file], 'pipe');
  }
  const [first = []] = calls[command] ?? [];
  const argvs = [
    ...(calls[command] ?? []),
    ...outputs.map((output) => [...first, '-o', output]),
    [`--${typed}`],
  ];
  for (const argv of argvs) {
    for (const terminal of ['pipe', 'terminal'] as const) {
      expect(
        faultIn(await shown([command, ...argv], terminal)),
        `${terminal}: ${argv.join(' ')}`,
      ).toBeUndefined();
    }
  }
});

test('so is a command that is none', async () => {
  expect(faultIn(await shown([typed], 'terminal'))).toBeUndefined();
});

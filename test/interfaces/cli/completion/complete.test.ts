import { expect, test } from 'vitest';
import { commands } from '../../../../src/interfaces/cli/commands/commands.ts';
import { complete, typedWords } from '../../../../src/interfaces/cli/completion/complete.ts';
import { runCli } from '../../../../src/interfaces/cli/run-cli.ts';
import { root } from '../../../tidy/sources.ts';

const terminal = {
  stdin: nothing(),
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  env: {},
  cwd: root,
  nowMs: () => 0,
};

async function* nothing(): AsyncGenerator<string> {}

async function valuesFor(line: string): Promise<readonly string[]> {
  return (await complete(line, terminal, { commands, run: runCli })).values.map(({ value }) => value);
}

test.each([
  ['windlass run a.yaml --set ser', ['windlass', 'run', 'a.yaml', '--set'], 'ser'],
  ['windlass run ', ['windlass', 'run'], ''],
  ["windlass run --fault 'registryDown reg", ['windlass', 'run', '--fault'], 'registryDown reg'],
  ['helm template . | windlass run - "my file.yaml" -', ['windlass', 'run', '-', 'my file.yaml'], '-'],
])('the words of %j', (line, before, current) => {
  expect(typedWords(line)).toEqual({ before, current });
});

test.each([
  ['windlass exa', ['example']],
  ['npx windlass exa', ['example']],
  ['windlass run --no', ['--node-profile', '--nodes', '--node', '--no-open']],
  ['windlass run --set serializeIm', ['serializeImagePulls=']],
  ['windlass run --set serializeImagePulls=', ['serializeImagePulls=true', 'serializeImagePulls=false']],
  ['windlass run --set=serializeImagePulls=f', ['--set=serializeImagePulls=false']],
  [
    'windlass run --set imagePullCredentialsVerificationPolicy=A',
    ['imagePullCredentialsVerificationPolicy=AlwaysVerify'],
  ],
  ['windlass run --kubelet-version 1.1', ['1.14']],
  ['windlass run --kubelet-flag --serialize', ['--serialize-image-pulls=']],
  ['windlass run --runtime containerd://2', ['containerd://2.4']],
  ['windlass run --runtime-config snapshotter=', ['snapshotter=overlayfs', 'snapshotter=native']],
  ['windlass run --node-profile bare', ['bare-metal']],
  ['windlass run --fault cutB', ['cutBody']],
  ["windlass run --fault 'slowLink node=a li", ['slowLink node=a link=']],
  ['windlass run examples/web-rollout.yaml -o describe --pod default/ca', ['default/cache-r5s7rtxtpf-872sx']],
  ['windlass run examples/web-rollout.yaml --image-size redis', ['redis:8.2=']],
  ['windlass run examples/web-rollout.yaml -o prom', ['prometheus']],
  ['windlass example after', ['after-the-fix']],
  ['windlass machines imageP', ['imagePull']],
  ['windlass coverage imagePull pullSl', ['pullSlots']],
  ['windlass coverage dis', []],
  ['windlass paths podKi', ['podKill']],
  ['windlass paths fet', []],
  ['windlass test --machine pullSl', ['pullSlots']],
  ['windlass test --machine podKi', []],
  ['windlass check run.ndjson --invariant slots-r', ['slots-respected']],
  ['windlass test --kind ple', ['pleg']],
  ['windlass schema run', ['run-summary']],
  ['windlass completion f', ['fish']],
  ['kubectl get pods -o yaml | windlass run - --cold-', ['--cold-images']],
])('%s', async (line, expected) => {
  expect(await valuesFor(line)).toEqual(expected);
});

test('names of files are for the shell', async () => {
  for (const line of [
    'windlass run ',
    'windlass calibrate --log ',
    'windlass run a.yaml --report r',
    'windlass check ',
  ])
    expect(await complete(line, terminal, { commands, run: runCli }), line).toEqual({
      values: [],
      files: true,
    });
});

test('an input that is wrong, or stdin, has no names', async () => {
  expect(await valuesFor('windlass run package.json --pod ')).toEqual([]);
  expect(await valuesFor('windlass run - --pod ')).toEqual([]);
  expect(await valuesFor('windlass run nothing-here.yaml --pod ')).toEqual([]);
});

test('each command has a completion of its options', async () => {
  for (const { name } of commands.filter(({ isHidden }) => isHidden !== true))
    expect(await valuesFor(`windlass ${name} --h`), name).toContain('--help');
});

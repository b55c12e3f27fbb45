import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceText } from '../../../src/inputs/documents/source-document.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { faultForms, faultShape } from '../../../src/inputs/scenario/fault-rows.ts';
import { commandLine } from '../../../src/interfaces/page/command-line.ts';
import {
  changedSettings,
  setField,
  withField,
} from '../../../src/interfaces/page/what-if/changed-settings.ts';
import { errorsByControl } from '../../../src/interfaces/page/what-if/errors-by-control.ts';
import { faultProblems } from '../../../src/interfaces/page/what-if/fault-problems.ts';
import { faultWords } from '../../../src/interfaces/page/what-if/fault-words.ts';
import { kubeletConfigurationYaml } from '../../../src/interfaces/page/what-if/kubelet-configuration-yaml.ts';
import { kubeletControls } from '../../../src/interfaces/page/what-if/kubelet-controls.ts';
import { settingProblems } from '../../../src/interfaces/page/what-if/setting-problems.ts';
import { settingsToBeginWith } from '../../../src/interfaces/page/worker/loaded-run.ts';
import { simulatedInput } from '../../../src/interfaces/page/worker/made-run.ts';
import { simulatedFields } from '../../../src/rules/kubelet/configuration/kubelet-fields.ts';
import { valueText } from '../../../src/rules/kubelet/configuration/value-text.ts';
import { profiles } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { formatRecord } from '../../../src/trace/write-trace.ts';
import { runInProcess } from '../cli/run-in-process.ts';

const pods = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: a, image: ghcr.io/p/app:1 }, { name: b, image: ghcr.io/p/side:2 }] }
`;
const web: SourceText = { name: 'it is web.yaml', text: pods };
const changed: RunRequest = {
  set: [
    'serializeImagePulls=false',
    'maxParallelImagePulls=3',
    'imageMinimumGCAge=5m',
    'featureGates.ImageVolume=false',
  ],
  imageSizes: ['app=300MB'],
  faults: [
    'registryDown registry=ghcr.io from=0s until=40s',
    'pullFails image=ghcr.io/p/side:2 error="it\'s not $HOME" times=2',
  ],
  seed: 7,
  kubeletVersion: '1.35',
  horizon: '20m',
  runtime: 'containerd://1.6',
  runtimeConfig: ['max_concurrent_downloads=6'],
  link: '100Mbit/s',
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'windlass-what-if-'));
  writeFileSync(join(folder, web.name), web.text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function traceOf(sources: readonly SourceText[], settings: RunRequest): readonly TraceRecord[] {
  const read = simulatedInput({ kind: 'simulate', sources, settings });
  if (!read.ok) throw new Error(read.errors.join('\n'));
  return simulate(read.input).records;
}

function inForceOf(records: readonly TraceRecord[]): Readonly<Record<string, unknown>> {
  const [header] = records;
  if (header?.type !== 'header') throw new Error('no header');
  return settingsToBeginWith(header);
}

test('the command line makes the same run, through a real shell', async () => {
  const words = execFileSync('sh', [
    '-c',
    commandLine({ kind: 'simulate', sources: [web], settings: changed }).replace(
      'windlass',
      'printf "%s\\0"',
    ),
  ]);
  const argv = words.toString().split('\0').slice(0, -1);
  const { stdout } = await runInProcess([...argv, '-o', 'trace'], { cwd: folder });
  expect(stdout.trimEnd().split('\n')).toEqual(traceOf([web], changed).map(formatRecord));
});

test.each([
  ['as the defaults are', {}],
  ['changed', changed],
  ['of an old kubelet', { kubeletVersion: '1.14', set: ['registryPullQPS=1', 'registryBurst=1'] }],
  [
    'with texts and maps',
    { set: ['evictionHard.imagefs.available=10%', 'syncFrequency=90s', 'imageMaximumGCAge=1h30m'] },
  ],
])('the KubeletConfiguration of a run %s gives the same run', (_, settings) => {
  const records = traceOf([web], settings);
  const inForce = inForceOf(records);
  const yaml: SourceText = {
    name: 'kubelet.yaml',
    text: kubeletConfigurationYaml(inForce, String(inForce.profile)),
  };
  expect(traceOf([web, yaml], { ...settings, set: [] }).map(formatRecord)).toEqual(records.map(formatRecord));
});

test('the KubeletConfiguration has what differs from the defaults, and no more', () => {
  const inForce = inForceOf(
    traceOf([web], { set: ['serializeImagePulls=false', 'registryPullQPS=5', 'imageMinimumGCAge=1h'] }),
  );
  expect(kubeletConfigurationYaml(inForce, '1.36')).toBe(
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nimageMinimumGCAge: "1h"\nserializeImagePulls: false\n',
  );
});

describe('controls', () => {
  // A list, and what changes nothing here: they are for the file, or for `--set`.
  const fieldsWithoutControl = ['nodeStatusMaxImages', 'preloadedImagesVerificationAllowlist'];

  test('every field that the simulation reads has one, but for two', () => {
    const fields = kubeletControls('9.99').flatMap(({ controls }) =>
      controls.map(({ field }) => field.split('.')[0]),
    );
    expect([...new Set([...fields, ...fieldsWithoutControl])].sort()).toEqual(
      [...simulatedFields.keys()].sort(),
    );
  });

  test('are those of the release, with its defaults', () => {
    const of = (release: string) =>
      new Map(kubeletControls(release).flatMap(({ controls }) => controls.map((each) => [each.field, each])));
    expect(of('1.14').has('maxParallelImagePulls')).toBe(false);
    expect(of('1.36').get('maxParallelImagePulls')).toMatchObject({ kind: 'number', byDefault: '' });
    expect(of('1.36').get('imageMinimumGCAge')).toMatchObject({ kind: 'duration', byDefault: '2m' });
    expect(of('1.36').get('serializeImagePulls')).toMatchObject({ kind: 'switch', byDefault: 'true' });
    expect(of('1.36').get('featureGates.ImageVolume')).toMatchObject({ isLocked: true, byDefault: 'true' });
    expect(of('1.31').get('featureGates.ImageVolume')).toMatchObject({ isLocked: false, byDefault: 'false' });
  });

  test('a threshold of evictionHard is its default, what is set, or none where only others are set', () => {
    const imagefs = 'evictionHard.imagefs.available';
    expect(kubeletControls('1.36').flatMap(({ controls }) => controls)).toContainEqual(
      expect.objectContaining({ field: imagefs, kind: 'text', byDefault: '15%', cleared: '0%' }),
    );
    const inForce = inForceOf(traceOf([web], { set: [`${imagefs}=20%`] }));
    expect(valueText(inForce, imagefs)).toBe('20%');
    expect(valueText(inForce, 'evictionHard.nodefs.available')).toBe('0%');
  });

  test('each has a line of plain words, in every release', () => {
    const all = profiles.flatMap(({ release }) =>
      kubeletControls(release).flatMap(({ controls }) => controls),
    );
    expect(all.filter(({ hint }) => hint === '').map(({ field }) => field)).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  test('a field is set in its place, and nothing is said of it after a reset', () => {
    const settings = { set: ['maxPods=5', 'registryBurst=2', 'maxPods=7'] };
    expect(setField(settings, 'maxPods')).toBe('7');
    expect(withField(settings, 'maxPods', '9').set).toEqual(['maxPods=9', 'registryBurst=2']);
    expect(withField(settings, 'maxPods', undefined).set).toEqual(['registryBurst=2']);
    expect(withField(settings, 'syncFrequency', '9s').set).toEqual([...settings.set, 'syncFrequency=9s']);
  });

  test('what was changed is said in words', () => {
    const loaded = { set: ['maxPods=5'], faults: ['stall'] };
    const now = { seed: 3, set: ['registryBurst=2'], faults: ['diskFull from=9s'] };
    expect(changedSettings(loaded, now)).toEqual([
      'seed 3',
      'registryBurst=2',
      'maxPods not set',
      'diskFull from=9s',
      'without stall',
    ]);
    expect(changedSettings(loaded, loaded)).toEqual([]);
  });
});

describe('what is wrong is told at its control', () => {
  const inForce = { ...inForceOf(traceOf([web], {})) };
  const problems = (settings: Partial<RunRequest>) =>
    Object.fromEntries(settingProblems({ ...settings }, inForce));

  test.each([
    [
      { set: ['serializeImagePulls=true', 'maxParallelImagePulls=3'] },
      'maxParallelImagePulls',
      'is set to false',
    ],
    [{ set: ['imageGCLowThresholdPercent=90'] }, 'imageGCLowThresholdPercent', 'must be less than'],
    [{ set: ['registryBurst=many'] }, 'registryBurst', 'must be a whole number'],
    [{ set: ['imageMaximumGCAge=1m'] }, 'imageMaximumGCAge', 'must be greater than'],
    [
      { set: ['maxParallelImagePulls=3'], kubeletVersion: '1.14' },
      'maxParallelImagePulls',
      'does not have it',
    ],
    [{ set: ['featureGates.ImageVolume=false'] }, 'featureGates.ImageVolume', 'locked to true'],
    [
      { set: ['evictionHard.nodefs.available=5%', 'evictionHard.imagefs.available=most'] },
      'evictionHard.imagefs.available',
      'a percentage',
    ],
    [{ seed: 1.5 }, 'seed', 'whole number'],
    [{ horizon: 'soon' }, 'horizon', 'duration'],
    [{ horizon: '0s' }, 'horizon', 'above zero'],
    [{ link: '1Gbps' }, 'link', '1Gbit/s'],
    [{ runtime: 'docker' }, 'runtime', 'containerd://'],
    [{ runtimeConfig: ['max_concurrent_unpacks=all'] }, 'max_concurrent_unpacks', 'whole number'],
    [{ runtimeConfig: ['image_pull_progress_timeout=5'] }, 'image_pull_progress_timeout', 'duration'],
    [{ kubeletVersion: '1.2' }, 'kubeletVersion', 'older than'],
  ])('%j at once', (settings, control, words) => {
    expect(problems(settings)).toEqual({ [control]: expect.stringContaining(words) });
  });

  test('and nothing where the kubelet would take it', () => {
    expect(problems({})).toEqual({});
    expect(problems({ ...changed, kubeletVersion: '1.35' })).toEqual({});
    expect(problems({ set: ['maxParallelImagePulls=3'] })).toEqual({});
    expect(problems({ set: ['__proto__=x', 'a.__proto__=y'] })).toEqual({});
  });

  test('also where only the run knows it', () => {
    const file =
      'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePulls: true\n';
    const settings = { set: ['maxParallelImagePulls=3'], faults: ['stall', 'diskFull node=gone'] };
    const made = simulatedInput({
      kind: 'simulate',
      sources: [web, { name: 'kubelet.yaml', text: file }],
      settings,
    });
    const found = errorsByControl(made.ok ? [] : (made.inputErrors ?? []), [
      'maxParallelImagePulls',
      'serializeImagePulls',
    ]);
    expect([...found.keys()].sort()).toEqual(['fault 2', 'maxParallelImagePulls']);
    expect(found.get('maxParallelImagePulls')).toMatch(
      /^maxParallelImagePulls cannot be larger than 1 unless/,
    );
    expect(found.get('fault 2')).toMatch(/^there is no node "gone"/);
  });
});

describe('faults', () => {
  const shapes = new Map(
    faultShape().options.map((option) => [
      option.shape.kind.value as string,
      option.shape as Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>>,
    ]),
  );

  test('each kind of a Scenario has a form, with fields that it has', () => {
    expect(
      faultForms()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([...shapes.keys()].sort());
    const unknown = faultForms().flatMap(({ kind, fields }) =>
      fields.filter(({ name }) => shapes.get(kind)?.[name] === undefined),
    );
    expect(unknown).toEqual([]);
  });

  test('and asks for those that it needs', () => {
    for (const { kind, fields } of faultForms()) {
      const needed = Object.entries(shapes.get(kind) ?? {}).filter(
        ([name, shape]) => name !== 'kind' && !shape.safeParse(undefined).success,
      );
      const asked = new Set(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name));
      expect([kind, needed.map(([name]) => name).filter((name) => !asked.has(name))]).toEqual([kind, []]);
    }
  });

  test('the example of every form is a fault that the input takes', () => {
    const examples = {
      registry: 'ghcr.io',
      image: 'ghcr.io/p/app:1',
      node: 'node-1',
      pulls: 'lost',
      request: 'layer',
      text: 'it "fails"',
    } as Readonly<Record<string, string>>;
    const faults = faultForms().map((form) => {
      const values = Object.fromEntries(
        form.fields.map(({ name, kind, example }) => [name, example || (examples[kind] ?? '')]),
      );
      expect([form.kind, ...faultProblems(form, values)]).toEqual([form.kind]);
      return faultWords(form.kind, values);
    });
    const made = simulatedInput({ kind: 'simulate', sources: [web], settings: { horizon: '1s', faults } });
    expect(made.ok ? [] : made.errors).toEqual([]);
    expect(faults).toContain(
      'pullFails node=node-1 image=ghcr.io/p/app:1 error="manifest unknown" takes=500ms times=2 from=0s until=40s',
    );
  });

  test('what the input would refuse is refused at the field', () => {
    const form = (kind: string) => faultForms().find((each) => each.kind === kind) ?? faultForms()[0];
    const problems = (kind: string, values: Readonly<Record<string, string>>) => {
      const found = form(kind);
      return found === undefined ? [] : [...faultProblems(found, values).keys()];
    };
    expect(problems('errorRate', { rate: '1.5' })).toEqual(['rate']);
    expect(problems('errorRate', { rate: '.5', status: '200' })).toEqual(['status']);
    expect(problems('stall', { from: '5m', until: '2m' })).toEqual(['until']);
    expect(problems('stall', { from: '5m', until: '300s' })).toEqual(['until']);
    expect(problems('stall', { from: '5m', until: '301s' })).toEqual([]);
    expect(problems('stall', { until: '0s' })).toEqual(['until']);
    expect(problems('kubeletRestart', { at: '1m', from: '5m', until: '2m' })).toEqual([]);
    expect(problems('stall', { from: 'soon' })).toEqual(['from']);
    expect(problems('slowLink', { link: 'unlimited' })).toEqual(['link']);
    expect(problems('pullFails', {})).toEqual(['image', 'error']);
    expect(problems('pullFails', { image: 'a', error: 'b', times: '0' })).toEqual(['times']);
  });
});

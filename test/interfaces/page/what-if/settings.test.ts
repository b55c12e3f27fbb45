import { describe, expect, test } from 'vitest';
import {
  changedSettings,
  isAnotherDraw,
  settingName,
} from '../../../../src/interfaces/page/what-if/changed-settings.ts';
import { kubeletConfigurationYaml } from '../../../../src/interfaces/page/what-if/kubelet-configuration-yaml.ts';
import { kubeletControls } from '../../../../src/interfaces/page/what-if/kubelet-controls.ts';
import { settingProblems } from '../../../../src/interfaces/page/what-if/setting-problems.ts';
import { textOnNodes } from '../../../../src/interfaces/page/what-if/text-on-nodes.ts';
import { settingsInForce, settingsToBeginWith } from '../../../../src/interfaces/page/worker/loaded-run.ts';
import { kubeletSettings } from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { valueText } from '../../../../src/rules/kubelet/configuration/value-text.ts';
import type { HeaderRecord } from '../../../../src/trace/record.ts';

const minuteMicros = 60_000_000;

/** What a kubelet of 1.36 has in force that was given nothing. */
const defaults: Readonly<Record<string, unknown>> = { ...kubeletSettings({}, '1.36') };

describe('the KubeletConfiguration', () => {
  const linesOf = (settings: Readonly<Record<string, unknown>>) =>
    kubeletConfigurationYaml({ ...defaults, ...settings }, '1.36')
      .trimEnd()
      .split('\n')
      .slice(2);

  test.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
    [{}, []],
    [{ maxPods: 20 }, ['maxPods: 20']],
    [
      { maxParallelImagePulls: 3, serializeImagePulls: false },
      ['maxParallelImagePulls: 3', 'serializeImagePulls: false'],
    ],
    [{ syncFrequencyMicros: 1.5 * minuteMicros }, ['syncFrequency: "1m30s"']],
    [
      { maxContainerRestartPeriodMicros: minuteMicros },
      ['crashLoopBackOff:', '  maxContainerRestartPeriod: "1m"'],
    ],
    [{ featureGates: {} }, []],
    [{ featureGates: { ImageVolume: false } }, ['featureGates:', '  ImageVolume: false']],
    [{ evictionHard: { 'nodefs.available': '10%' } }, ['evictionHard:', '  nodefs.available: "10%"']],
    [
      { evictionHard: { yes: 'Off', 'a b': 'on/off', n: 'nobody' } },
      ['evictionHard:', '  "yes": "Off"', '  "a b": on/off', '  "n": nobody'],
    ],
    [
      { preloadedImagesVerificationAllowlist: ['ghcr.io/p', '*', 'a:1', 'y', '1a'] },
      [
        'preloadedImagesVerificationAllowlist:',
        '  - ghcr.io/p',
        '  - "*"',
        '  - "a:1"',
        '  - "y"',
        '  - "1a"',
      ],
    ],
    [
      { imagePullCredentialsVerificationPolicy: 'AlwaysVerify' },
      ['imagePullCredentialsVerificationPolicy: AlwaysVerify'],
    ],
    [
      { imagePullCredentialsVerificationPolicy: 'a-true' },
      ['imagePullCredentialsVerificationPolicy: a-true'],
    ],
    [{ imagePullCredentialsVerificationPolicy: '' }, ['imagePullCredentialsVerificationPolicy: ""']],
  ])('of %j says %j', (settings, lines) => {
    expect(linesOf(settings)).toEqual(lines);
  });
});

describe('the controls', () => {
  const of = (release: string) => kubeletControls(release);
  const control = (field: string, release = '1.36') =>
    of(release)
      .flatMap(({ controls }) => controls)
      .find((each) => each.field === field);

  test('stand in groups, and a group without any is left out', () => {
    expect(of('1.36').map(({ title }) => title)).toEqual([
      'Image pulls',
      'Image garbage collection',
      'Disk pressure',
      'Pods',
      'Feature gates',
    ]);
    expect(of('1.36').every(({ controls }) => controls.length > 0)).toBe(true);
    expect(of('0.9')).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    [
      'imagePullCredentialsVerificationPolicy',
      {
        kind: 'choice',
        choices: [
          'NeverVerify',
          'NeverVerifyPreloadedImages',
          'NeverVerifyAllowlistedImages',
          'AlwaysVerify',
        ],
        byDefault: 'NeverVerifyPreloadedImages',
        cleared: 'null',
        isLocked: false,
      },
    ],
    ['serializeImagePulls', { kind: 'switch', choices: [], cleared: 'null', isLocked: false }],
    ['featureGates.ImageVolume', { kind: 'switch', choices: [], cleared: 'null', isLocked: true }],
    ['evictionHard.nodefs.available', { kind: 'text', cleared: '0%', byDefault: '10%' }],
    ['evictionPressureTransitionPeriod', { kind: 'duration', byDefault: '5m', cleared: 'null' }],
    ['crashLoopBackOff.maxContainerRestartPeriod', { kind: 'duration' }],
    ['registryPullQPS', { kind: 'number', byDefault: '5' }],
  ])('%s is %j', (field, expected) => {
    expect(control(field)).toMatchObject(expected);
  });

  test('come with the release that has the field', () => {
    expect([
      control('crashLoopBackOff.maxContainerRestartPeriod', '1.31'),
      control('imagePullCredentialsVerificationPolicy', '1.32'),
    ]).toEqual([undefined, undefined]);
  });
});

describe('what is wrong with settings', () => {
  const inForce = { ...defaults, kubeletVersion: '1.36', profile: '1.36', runtime: 'containerd://2.4' };
  const problems = (
    settings: Parameters<typeof settingProblems>[0],
    below: Readonly<Record<string, unknown>> = inForce,
  ) => Object.fromEntries(settingProblems(settings, below));

  test.each([['12'], ['0']])('a runtime’s number may be %s', (value) => {
    expect(problems({ runtimeConfig: [`max_concurrent_unpacks=${value}`] })).toEqual({});
  });

  test.each([['x1'], ['1x'], ['-1'], ['']])('but not %j', (value) => {
    expect(problems({ runtimeConfig: [`max_concurrent_unpacks=${value}`] })).toEqual({
      max_concurrent_unpacks: 'a whole number, such as 3; 0: no limit',
    });
  });

  test('a runtime’s duration is one, and its switches and choices are no numbers', () => {
    expect(
      problems({
        runtimeConfig: ['image_pull_progress_timeout=30s', 'snapshotter=native', 'use_local_image_pull=true'],
      }),
    ).toEqual({});
    expect(problems({ runtimeConfig: ['image_pull_progress_timeout=5'] })).toEqual({
      image_pull_progress_timeout: 'a duration such as 5m, or 0s for none',
    });
  });

  test('the options are those of the runtime that is chosen, else of the run’s', () => {
    const runtimeConfig = ['max_concurrent_unpacks=x'];
    expect(problems({ runtimeConfig, runtime: 'containerd://1.6' })).toEqual({});
    expect(Object.keys(problems({ runtimeConfig }))).toEqual(['max_concurrent_unpacks']);
    expect(problems({ runtimeConfig }, { ...inForce, runtime: 'containerd://1.6' })).toEqual({});
  });

  test('what is in force counts beside what is changed', () => {
    const high = { ...inForce, imageGCHighThresholdPercent: 70, imageGCLowThresholdPercent: 60 };
    expect(Object.keys(problems({ set: ['imageGCLowThresholdPercent=75'] }, high))).toEqual([
      'imageGCLowThresholdPercent',
    ]);
    expect(problems({ set: ['imageGCLowThresholdPercent=65'] }, high)).toEqual({});
    const gates = {
      ...inForce,
      featureGates: { KubeletEnsureSecretPulledImages: false },
      imagePullCredentialsVerificationPolicy: '',
    };
    const set = ['featureGates.EventedPLEG=true', 'imagePullCredentialsVerificationPolicy=AlwaysVerify'];
    expect(Object.keys(problems({ set }, gates))).toEqual(['imagePullCredentialsVerificationPolicy']);
    expect(problems({ set })).toEqual({});
  });

  test('is told once for each control, the first of it', () => {
    const found = problems({ set: ['registryBurst=-1', 'registryPullQPS=-1'] });
    expect(Object.keys(found)).toEqual(['registryBurst', 'registryPullQPS']);
    for (const words of Object.values(found)) expect(words).not.toMatch(/^invalid configuration|Stryker/);
    expect(problems({ kubeletVersion: 'old' })).toHaveProperty('kubeletVersion');
  });
});

test('what was changed is said in words, with the names that people know', () => {
  expect([settingName('link'), settingName('seed'), settingName('maxPods'), settingName('set')]).toEqual([
    'node link',
    'seed',
    'maxPods',
    'set',
  ]);
  expect(changedSettings({ link: '1Gbit/s', seed: 1 }, { seed: 2 })).toEqual(
    expect.arrayContaining(['node link as loaded', 'seed 2']),
  );
  expect(changedSettings({}, {})).toEqual([]);
  expect(changedSettings({ runtimeConfig: ['a=1', 'b=2'] }, { runtimeConfig: ['a=3'] })).toEqual([
    'a=3',
    'b not set',
  ]);
  expect(changedSettings({ faults: ['stall'] }, {})).toEqual(['without stall']);
  expect(changedSettings({}, { faults: ['stall'] })).toEqual(['stall']);
  expect(changedSettings({ pullLimits: ['docker.io=1/6h'] }, { presentImages: ['redis:8.2'] })).toEqual([
    'images present redis:8.2',
    'without pull limits docker.io=1/6h',
  ]);
});

test('another draw is the same run with another seed', () => {
  expect(isAnotherDraw({ seed: 1, link: 'a' }, { seed: 2, link: 'a' })).toBe(true);
  expect(isAnotherDraw({ seed: 1 }, { seed: 1 })).toBe(false);
  expect(isAnotherDraw({ seed: 1, link: 'a' }, { seed: 2, link: 'b' })).toBe(false);
});

test('the panel begins with the settings of the first node', () => {
  const header = (nodes: readonly object[]) =>
    ({ type: 'header', seed: 7, horizonMs: 900, nodes }) as unknown as HeaderRecord;
  const node = {
    kubelet: { maxPods: 5 },
    kubeletVersion: 'v1.36.3',
    profile: '1.36',
    runtime: 'containerd://2.4',
    other: 1,
  };
  expect(settingsToBeginWith(header([]))).toEqual({ seed: 7, horizonMs: 900 });
  const plain = {
    maxPods: 5,
    kubeletVersion: 'v1.36.3',
    profile: '1.36',
    runtime: 'containerd://2.4',
    seed: 7,
    horizonMs: 900,
  };
  expect(settingsToBeginWith(header([node, { ...node, profile: '1.14' }]))).toStrictEqual(plain);
  const more = { linkBytesPerSecond: 125, nodeProfile: 'edge', runtimeOptions: { path: 'local' } };
  expect(settingsToBeginWith(header([{ ...node, ...more }]))).toStrictEqual({ ...plain, ...more });
});

test('other nodes are told as far as they differ, and a text that not all nodes have is none', () => {
  const node = {
    kubelet: { maxPods: 5 },
    kubeletVersion: 'v1.36.3',
    profile: '1.36',
    runtime: 'containerd://2.4',
  };
  const old = { ...node, runtime: 'containerd://1.6' };
  const header = (nodes: readonly object[]) =>
    ({ type: 'header', seed: 7, horizonMs: 900, nodes }) as unknown as HeaderRecord;
  const alike = settingsInForce(header([node, { ...node, name: 'other' }]));
  expect(alike).toEqual({ inForce: settingsToBeginWith(header([node])), inForceElsewhere: [] });
  const mixed = settingsInForce(header([node, old, node, old]));
  expect(mixed).toEqual({ ...alike, inForceElsewhere: [settingsToBeginWith(header([old]))] });
  expect(settingsInForce(header([]))).toEqual({ inForce: { seed: 7, horizonMs: 900 }, inForceElsewhere: [] });

  const runtime = ({ runtime: text }: Readonly<Record<string, unknown>>) => String(text);
  expect([textOnNodes(alike, runtime), textOnNodes(mixed, runtime)]).toEqual(['containerd://2.4', undefined]);
  expect(textOnNodes(mixed, (fields) => valueText(fields, 'maxPods'))).toBe('5');
  // Where a node does not know a setting, the others' counts.
  expect(textOnNodes(mixed, ({ runtime: text }) => (text === 'containerd://1.6' ? undefined : '3'))).toBe(
    '3',
  );
});

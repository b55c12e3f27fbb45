import { describe, expect, it } from 'vitest';
import { settingsAtStart } from '../../../../src/rules/kubelet/configuration/settings-at-start.ts';
import { findProfile, v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';

// SetFromMap of component-base's featuregate and `defaultKubernetesFeatureGateDependencies` (v1.36.3,
// v1.37.2): the kubelet does not start.

/** The errors of a kubelet of this release with these gates, as `field: message`. */
const errorsOf = (
  release: string,
  featureGates: Readonly<Record<string, boolean>>,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const start = settingsAtStart({ ...more, featureGates }, findProfile(release) ?? v1_36, release);
  return 'settings' in start ? [] : start.errors.map(({ field, message }) => `${field}: ${message}`);
};

describe('a gate that the kubelet does not have', () => {
  it.each([
    ['1.36', 'NoSuchGate', 'no release known here has it'],
    ['1.27', 'SidecarContainers', 'kubelet 1.27 does not have it, 1.28 to 1.36 of those known here do'],
    ['1.36', 'HugePages', 'kubelet 1.36 does not have it, 1.14 of those known here do'],
    ['1.37', 'SidecarContainers', 'kubelet 1.37 does not have it, 1.28 to 1.36 of those known here do'],
    ['1.36', 'DefaultPodSysctls', 'kubelet 1.36 does not have it, 1.37 to 1.38 of those known here do'],
  ])('%s: %s is refused', (release, gate, words) => {
    expect(errorsOf(release, { [gate]: true })).toEqual([
      `featureGates.${gate}: unrecognized feature gate: ${gate}; ${words}`,
    ]);
  });

  it('is taken where it may be one of a neighbour, as the gates of the release are not known here', () => {
    expect(errorsOf('1.28', { SidecarContainers: true })).toEqual([]);
    expect(errorsOf('1.28', { HugePages: true })).toHaveLength(1);
    // Newer than all that are known, and older.
    expect([errorsOf('1.40', { DefaultPodSysctls: true }), errorsOf('1.10', { HugePages: true })]).toEqual([
      [],
      [],
    ]);
  });
});

it.each([
  [
    '1.36',
    'NodeSwap',
    false,
    ['featureGates.NodeSwap: cannot set feature gate NodeSwap to false, feature is locked to true'],
  ],
  ['1.36', 'NodeSwap', true, []],
  [
    '1.37',
    'NodeDeclaredFeatures',
    false,
    [
      'featureGates.NodeDeclaredFeatures: cannot set feature gate NodeDeclaredFeatures to false, feature is locked to true',
    ],
  ],
  [
    '1.37',
    'DeclarativeValidationTakeover',
    true,
    [
      'featureGates.DeclarativeValidationTakeover: cannot set feature gate DeclarativeValidationTakeover to true, feature is locked to false',
    ],
  ],
])('%s: a gate that is locked, %s=%j', (release, gate, on, errors) => {
  expect(errorsOf(release, { [gate]: on })).toEqual(errors);
});

describe('a gate that needs others', () => {
  const unmet = (field: string, gate: string, ...off: readonly string[]) =>
    `featureGates.${field}: ${gate} is enabled, but depends on features that are disabled: [${off.join(' ')}]`;

  it.each([
    [
      '1.34',
      { RestartAllContainersOnContainerExits: true },
      'RestartAllContainersOnContainerExits',
      undefined,
    ],
    [
      '1.36',
      { ContainerRestartRules: false },
      'RestartAllContainersOnContainerExits',
      ['ContainerRestartRules'],
    ],
    [
      '1.35',
      { RestartAllContainersOnContainerExits: true },
      'RestartAllContainersOnContainerExits',
      ['NodeDeclaredFeatures'],
    ],
    [
      '1.36',
      { RestartAllContainersOnContainerExits: true },
      'RestartAllContainersOnContainerExits',
      undefined,
    ],
    [
      '1.36',
      { GracefulNodeShutdown: false, GracefulNodeShutdownBasedOnPodPriority: false },
      'WindowsGracefulNodeShutdown',
      ['GracefulNodeShutdown'],
    ],
    [
      '1.37',
      { CompositePodGroup: true },
      'CompositePodGroup',
      ['GenericWorkload', 'TopologyAwareWorkloadScheduling'],
    ],
    [
      '1.37',
      { CompositePodGroup: true, GenericWorkload: true, TopologyAwareWorkloadScheduling: true },
      'CompositePodGroup',
      undefined,
    ],
    // DRAPartitionableDevices is locked on in 1.38.0-beta.0.
    [
      '1.37',
      { DRADeviceCompatibilityGroups: true, DRAPartitionableDevices: false },
      'DRADeviceCompatibilityGroups',
      ['DRAPartitionableDevices'],
    ],
    [
      '1.38',
      { KubeAPIServerWorkloadsTrust: true, ClusterTrustBundle: false },
      'KubeAPIServerWorkloadsTrust',
      ['ClusterTrustBundle'],
    ],
  ] as const)('%s: %j, %s', (release, gates, gate, off) => {
    // The error stands at what the configuration says: a gate that is off, or the one that needs it.
    const field = off?.find((one) => Object.hasOwn(gates, one)) ?? gate;
    const own = errorsOf(release, gates).filter((error) => error.includes(`${gate} is enabled`));
    expect(own).toEqual(off === undefined ? [] : [unmet(field, gate, ...off)]);
    if (release === '1.34') expect(errorsOf(release, gates)).toHaveLength(1);
  });

  // GenericWorkload is beta and off in 1.37.2; in 1.36.3 it is alpha, as are those that need it.
  it('may be one of a whole stage: all alpha gates alone are refused by 1.37', () => {
    const gates = [
      'CompositePodGroup',
      'PodGroupPreemptionPolicy',
      'TopologyAwareWorkloadScheduling',
      'WorkloadWithJob',
    ];
    expect(errorsOf('1.37', { AllAlpha: true })).toEqual(
      gates.map((gate) =>
        expect.stringContaining(
          `featureGates: ${gate} is enabled, but depends on features that are disabled: [GenericWorkload]`,
        ),
      ),
    );
    expect([
      errorsOf('1.37', { AllAlpha: true, GenericWorkload: true }),
      errorsOf('1.36', { AllAlpha: true }),
    ]).toEqual([[], []]);
    expect(
      errorsOf('1.36', {
        AllBeta: false,
        ContainerRestartRules: false,
        RestartAllContainersOnContainerExits: true,
      })[0],
    ).toBe(
      unmet(
        'ContainerRestartRules',
        'RestartAllContainersOnContainerExits',
        'ContainerRestartRules',
        'NodeDeclaredFeatures',
      ),
    );
  });

  it('is looked at only where each gate is good', () => {
    expect(errorsOf('1.36', { NoSuchGate: true, ContainerRestartRules: false })).toEqual([
      expect.stringContaining('NoSuchGate'),
    ]);
  });
});

it('other errors are reported beside those of gates, and each field once', () => {
  expect(errorsOf('1.36', { NoSuchGate: true }, { maxPods: -1 })).toEqual([
    expect.stringContaining('featureGates.NoSuchGate'),
    expect.stringContaining('maxPods'),
  ]);
  expect(settingsAtStart({ maxPods: 7 }, v1_36, '1.36')).toMatchObject({ settings: { maxPods: 7 } });
});

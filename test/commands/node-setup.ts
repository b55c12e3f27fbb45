import fc from 'fast-check';
import { validateKubeletSettings } from '../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import type { KubeletSettings } from '../../src/rules/kubelet/configuration/settings.ts';
import { profiles } from '../../src/rules/kubelet/profiles/profiles.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import type { NodeInput, SimulationInput } from '../../src/run/simulation-input.ts';
import { inputOf } from '../run/simulation/run-yaml.ts';

/** What the runs of one property begin with: a node, its kubelet's settings, and what is on its disk. */
export interface NodeSetup {
  readonly seed: number;
  readonly release: string;
  readonly runtime: string;
  readonly presentImages: readonly string[];
  readonly settings: SettingsDraft;
}

/** Fields of KubeletConfiguration that are drawn; the rest are the release's defaults. */
export interface SettingsDraft {
  readonly slots: 'serial' | 'unlimited' | number;
  readonly qps: number;
  readonly burst: number;
  readonly maxPods: number;
  readonly gates: Readonly<Record<string, boolean>>;
  /** imagePullCredentialsVerificationPolicy, where the gate is on. */
  readonly verify: '' | 'AlwaysVerify' | 'NeverVerify';
}

const layer = (digest: string, bytes: number) => ({
  digest: `sha256:${digest}`,
  bytes,
  unpackedBytes: bytes * 2,
});
const image = (name: string, ref: string, ...layers: Image['layers'][number][]): Image => {
  return { name, ref: `sha256:${ref}`, index: false, configBytes: 1_000, layers, source: 'scenario' };
};
const base = layer('base', 30_000_000);

/** Every image that a registry has; some share a layer. */
const images: readonly Image[] = [
  image('a:1', 'a', base, layer('a1', 5_000_000)),
  image(
    'b:1',
    'b',
    base,
    layer('b1', 40_000_000),
    layer('b2', 1_000),
    layer('b3', 9_000_000),
    layer('b4', 7_000_000),
  ),
  image('big:1', 'big', layer('big', 800_000_000)),
  image('r.io/c:1', 'c', layer('c1', 1_000), layer('c2', 2_000_000), base),
  image('r.io/d:1', 'd', layer('d1', 3_000_000)),
];

export const imageNames: readonly string[] = images.map(({ name }) => name);

/** Hosts that images come from. */
export const hosts = ['docker.io', 'r.io'] as const;

export const nodeName = 'node-1';

const template = nodeTemplate();

/** How long the node's own work takes. */
export const { timings } = template;

function nodeTemplate(): NodeInput {
  const [node] = inputOf(
    'apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec: { containers: [{ name: app, image: a }] }',
  ).nodes;
  if (node === undefined) throw new Error('no node to start from');
  return node;
}

export const settingsDraft: fc.Arbitrary<SettingsDraft> = fc
  .record({
    slots: fc.constantFrom<SettingsDraft['slots'][]>('serial', 1, 2, 3, 'unlimited'),
    rate: fc.constantFrom([0, 10], [5, 10], [1, 1], [2, 3], [1, 0]),
    maxPods: fc.constantFrom(110, 110, 4),
    gates: fc.constantFrom<Readonly<Record<string, boolean>>[]>(
      {},
      { KubeletEnsureSecretPulledImages: false },
      { KubeletEnsureSecretPulledImages: true },
      { SidecarContainers: false },
      { ImageVolume: true },
    ),
    verify: fc.constantFrom<SettingsDraft['verify'][]>('', '', 'AlwaysVerify', 'NeverVerify'),
  })
  .map(({ slots, rate, maxPods, gates, verify }) => ({
    slots,
    qps: rate[0] ?? 0,
    burst: rate[1] ?? 0,
    maxPods,
    gates,
    verify,
  }));

/** Draws what a run begins with; small values are the plain ones. */
export const nodeSetup: fc.Arbitrary<NodeSetup> = fc.record({
  seed: fc.nat(100),
  release: fc.constantFrom('1.36', '1.31', '1.27', '1.14'),
  runtime: fc.constantFrom('containerd://2.4', 'containerd://1.6'),
  presentImages: fc.subarray([...imageNames]),
  settings: settingsDraft,
});

/**
 * The settings that a draft means for a release; what the release lacks or refuses is left out, the gates
 * last.
 */
export function settingsOf(
  { slots, qps, burst, maxPods, gates, verify }: SettingsDraft,
  release: string,
): KubeletSettings {
  const raw = {
    serializeImagePulls: slots === 'serial',
    registryPullQPS: qps,
    registryBurst: burst,
    maxPods,
  };
  const limit = typeof slots === 'number' ? { maxParallelImagePulls: slots } : {};
  const profile = profiles.find((known) => known.release === release);
  const verification = verify === '' ? {} : { imagePullCredentialsVerificationPolicy: verify };
  for (const optional of [
    { ...limit, ...verification, featureGates: gates },
    { ...limit, featureGates: gates },
    limit,
    { featureGates: gates },
    {},
  ]) {
    const result = validateKubeletSettings({ ...raw, ...optional }, profile);
    if ('settings' in result) return result.settings;
  }
  throw new Error(`no settings for ${release}: ${JSON.stringify(raw)}`);
}

/**
 * The run that a setup describes: one node with a link of 1 Gbit/s, two registries 20 ms away, and nothing
 * that happens yet.
 */
export function inputOfSetup({
  seed,
  release,
  runtime,
  presentImages,
  settings,
}: NodeSetup): SimulationInput {
  const registry = (host: string) => ({
    host,
    roundTripMicros: 20_000,
    egressBytesPerSecond: null,
    bytesPerSecondPerResponse: null,
  });
  const node: NodeInput = {
    ...template,
    name: nodeName,
    kubeletVersion: release,
    profileRelease: release,
    runtime,
    presentImages,
    kubelet: settingsOf(settings, release),
  };
  return {
    seed,
    horizonMicros: 7_200_000_000,
    nodes: [node],
    pods: [],
    images: Object.fromEntries(images.map((known) => [known.name, known])),
    registries: Object.fromEntries(hosts.map((host) => [host, registry(host)])),
    faults: [],
    assumptions: [],
    ignoredKinds: {},
  };
}

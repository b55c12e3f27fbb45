import { countText } from '../../../reports/text/quantity-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { imageLocation } from '../../../rules/runtime/images/image-location.ts';
import type { RuntimeOptions } from '../../../rules/runtime/profiles/runtime-options.ts';
import { selectRuntimeProfile } from '../../../rules/runtime/profiles/select-runtime-profile.ts';
import { placesOfImage } from '../../../rules/runtime/registry/registry-host.ts';
import type { NodeInput } from '../../../run/simulation-input.ts';
import { harmFigures, manyPods, podsWithImages } from '../harm.ts';
import type { LintPlace } from '../lint-place.ts';
import type { LintRule } from '../lint-rule.ts';
import type { ImageUse, LintView } from '../lint-view.ts';

/** What Docker Hub allows without a login, by address (docs.docker.com/docker-hub/usage/pulls). */
const dockerHubPulls = 100;

const containerdConfig = (settings: string) => ({
  name: 'config.toml',
  text: `version = 3\n[plugins."io.containerd.cri.v1.images"]\n${settings}\n`,
});

/** Rules about the pulls that registries allow, and about the runtime that makes them. */
export const registryRules: readonly LintRule[] = [
  {
    id: 'pull-limit-exceeded',
    level: 'error',
    title: "more pulls than a registry's limit allows",
    reason:
      'Above the limit the registry answers 429: those pods sit in ImagePullBackOff until the window has moved on, and each retry is one more request.',
    fix: 'put a mirror or cache before the registry (--mirror), log in, or pull fewer images',
    source: 'docs.docker.com/docker-hub/usage/pulls; kubernetes#126366',
    find: (view) =>
      Object.values(view.input.registries).flatMap(({ host, pullLimit }) => {
        if (pullLimit === undefined) return [];
        const { pullsMax, sharedAddress } = pullLimit;
        const pulls = pullsFrom(view, host);
        const counts = [...pulls.byNode.values()];
        const most =
          sharedAddress === true
            ? counts.reduce((sum, count) => sum + count, 0)
            : Math.max(0, largest(counts));
        if (most <= pullsMax || pulls.first === undefined) return [];
        const who = sharedAddress === true ? countText(counts.length, 'node') : 'one node';
        return [
          {
            place: pulls.first.place,
            message: `${who} pulled ${most} times from ${host}, which allows ${pullsMax}`,
          },
        ];
      }),
    harm: {
      files: podsWithImages(6).replaceAll('registry.example.com', 'docker.io/acme'),
      request: { pullLimits: ['docker.io=4/6h'] },
      fixed: { request: { pullLimits: ['docker.io=4/6h'], mirrors: ['docker.io=https://mirror.example'] } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'docker-hub-without-login',
    level: 'warning',
    title: 'more anonymous pulls from Docker Hub than an address may make',
    reason: `Docker Hub allows ${dockerHubPulls} pulls in 6 hours for an address without a login, and nodes behind one NAT have one address.`,
    fix: 'use a mirror, or pull secrets; windlass run --pull-limit docker.io=100/6h,shared shows what happens',
    source: 'docs.docker.com/docker-hub/usage/pulls; z2jh#1089',
    find: (view) => {
      if (view.input.registries['docker.io']?.pullLimit !== undefined) return [];
      const { byNode, first } = pullsFrom(view, 'docker.io');
      const total = [...byNode.values()].reduce((sum, count) => sum + count, 0);
      if (total <= dockerHubPulls || first === undefined) return [];
      return [
        {
          place: first.place,
          message: `${countText(byNode.size, 'node')} make ${total} pulls from docker.io without a login`,
        },
      ];
    },
    harm: {
      files: `${manyPods(101).replaceAll('registry.example.com', 'docker.io/acme')}`,
      request: { nodes: 101 },
      conditions: { pullLimits: ['docker.io=100/6h,shared'] },
      fixed: { request: { nodes: 101, mirrors: ['docker.io=https://mirror.example'] } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'progress-timeout-off',
    level: 'warning',
    title: 'pulls without a progress timeout',
    reason:
      'The kubelet sets no deadline for a pull: without image_pull_progress_timeout a download that hangs keeps its slot until the node restarts.',
    fix: 'leave image_pull_progress_timeout at 5m0s, or set 1m',
    source: 'containerd#3833, containerd#11650; docs/guides/runtime.md',
    find: (view) =>
      byTimeout(view, (micros) => micros === 0).map((place) => ({
        place,
        message: 'image_pull_progress_timeout is 0: a pull that hangs is never cancelled',
      })),
    harm: {
      files: `${podsWithImages(1)}\nhorizon: 30m\nfaults: [{ kind: stalledBody, image: 'registry.example.com/app-1:1', afterBytes: 80MB, until: 1m }]`,
      runtimeFile: containerdConfig('  image_pull_progress_timeout = "0s"'),
      fixed: { request: { runtimeConfig: ['image_pull_progress_timeout=1m'] } },
      figure: harmFigures.slowestPod,
    },
  },
  {
    id: 'progress-timeout-short',
    level: 'warning',
    title: 'a progress timeout of less than a minute',
    reason:
      'containerd cancels a pull that gets no bytes for this time: a registry or link that pauses makes pulls fail, and each of them backs off.',
    fix: 'set image_pull_progress_timeout to 1m or more (5m0s is the default)',
    source: 'containerd internal/cri/server/images/image_pull.go; docs/guides/runtime.md',
    find: (view) =>
      byTimeout(view, (micros) => micros > 0 && micros < 60_000_000).map((place) => ({
        place,
        message: 'image_pull_progress_timeout is under a minute: pulls that pause are cancelled',
      })),
    harm: {
      files: `${podsWithImages(1, '2GB')}\nfaults: [{ kind: stall, from: 8s, until: 48s }]`,
      runtimeFile: containerdConfig('  image_pull_progress_timeout = "10s"'),
      fixed: { request: { runtimeConfig: ['image_pull_progress_timeout=5m0s'] } },
      figure: harmFigures.failures,
    },
  },
  {
    id: 'unpacks-without-effect',
    level: 'note',
    title: 'max_concurrent_unpacks where containerd pulls locally',
    reason:
      'Only the transfer service unpacks several layers at once: with a setting that it does not support, such as another max_concurrent_downloads than 3, containerd pulls by its client library, one layer after another.',
    fix: 'leave max_concurrent_downloads of the CRI plugin out, and set it for io.containerd.transfer.v1.local',
    source: 'containerd internal/cri/server/images (v2.1); docs/guides/runtime.md',
    find: (view) =>
      view.input.nodes.some(
        (node) =>
          (node.runtimeOptions?.maxConcurrentUnpacks ?? 1) > 1 && runtimeOptionsOf(node).path === 'local',
      )
        ? [
            {
              place: view.runtimePlace('max_concurrent_unpacks'),
              message: 'max_concurrent_unpacks has no effect: containerd pulls locally',
            },
          ]
        : [],
    harm: {
      files: podsWithImages(1, '1GB'),
      runtimeFile: {
        name: 'config.toml',
        text: `version = 3
[plugins."io.containerd.cri.v1.images"]
  max_concurrent_downloads = 6
[plugins."io.containerd.transfer.v1.local"]
  max_concurrent_unpacks = 4
`,
      },
      fixed: { request: { runtimeConfig: ['max_concurrent_unpacks=1'] } },
      figure: harmFigures.slowestPod,
      shows: 'same',
    },
  },
  {
    id: 'parallel-pull-slow-disk',
    level: 'note',
    title: 'parallel pulls of the SOCI snapshotter on a slow disk',
    reason:
      'Layers that come over many connections are written to files and unpacked beside each other: the disk decides, and Amazon saw pulls get slower below 600 MiB/s.',
    fix: 'give the volume 600 MiB/s or more (gp3 has 125 unless more is bought), use local NVMe disks, or leave FastImagePull off',
    source:
      'aws-samples/karpenter-blueprints, soci-snapshotter; convox fast_image_pull_enable; docs/guides/runtime.md',
    find: (view) => {
      const slow = view.input.nodes.filter(
        ({ runtimeOptions, diskBytesPerSecond = Infinity }) =>
          runtimeOptions?.parallelPull !== undefined && diskBytesPerSecond < parallelPullDisk,
      );
      return slow.length === 0
        ? []
        : [
            {
              place: view.runtimePlace('parallel_pull_unpack'),
              message: `layers are pulled in parallel onto disks of less than 600 MiB/s (${countText(slow.length, 'node')})`,
            },
          ];
    },
    harm: {
      files: podsWithImages(1, '4GB'),
      request: { runtimeConfig: ['parallel_pull_unpack=true'], diskBandwidth: '125MiB/s' },
      fixed: { request: { runtimeConfig: ['parallel_pull_unpack=true'], diskBandwidth: '600MiB/s' } },
      figure: harmFigures.slowestPod,
    },
  },
];

/** What a disk should write in bytes per second where layers are pulled in parallel. */
const parallelPullDisk = 600 * 2 ** 20;

/**
 * How many pulls each node makes from a registry without a login, and one of the uses. A node pulls an image
 * once, unless its policy is Always.
 */
function pullsFrom(
  view: LintView,
  host: string,
): { readonly byNode: ReadonlyMap<string, number>; readonly first: ImageUse | undefined } {
  const byNode = new Map<string, number>();
  let first: ImageUse | undefined;
  for (const node of view.input.nodes) {
    const once = new Set<string>();
    let pulls = 0;
    for (const use of view.usesOn(node)) {
      if (imageLocation(use.canonical).registry !== host || use.policy === 'Never') continue;
      const places = placesOfImage(node.registryHosts ?? {}, use.canonical)?.places ?? [{ host }];
      if (places[0]?.host !== host) continue;
      if ((use.pod.credentials?.secrets ?? []).length > 0) continue;
      if (use.policy === 'Always') pulls += use.podsByNode.get(node) ?? 0;
      else if (!view.isPresent(use, node)) once.add(use.canonical);
      first ??= use;
    }
    if (pulls + once.size > 0) byNode.set(node.name, pulls + once.size);
  }
  return { byNode, first };
}

/** The place of the progress timeout, if somebody has set it on a node to what `is` asks for. */
function byTimeout(view: LintView, is: (micros: number) => boolean): readonly LintPlace[] {
  const set = view.input.nodes.flatMap(
    ({ runtimeOptions }) => runtimeOptions?.imagePullProgressTimeoutMicros ?? [],
  );
  return set.some(is) ? [view.runtimePlace('image_pull_progress_timeout')] : [];
}

function runtimeOptionsOf({ runtime, runtimeOptions }: NodeInput): RuntimeOptions {
  return selectRuntimeProfile(runtime, runtimeOptions).profile.options;
}

import { countText, sizeText } from '../../../reports/text/quantity-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import { lockStripesMax } from '../../../rules/kubelet/images/striped-locks.ts';
import { hasBug, stripedLocksBug } from '../../../rules/kubelet/known-bugs.ts';
import { harmFigures, manyPods, podsWithImages } from '../harm.ts';
import type { LintRule } from '../lint-rule.ts';
import { type ImageUse, type LintKubelet, type LintView, ownerKey } from '../lint-view.ts';

const gib = 2 ** 30;

/** Rules about how many pulls a kubelet makes at once. */
export const pullRules: readonly LintRule[] = [
  {
    id: 'parallel-pulls-panic',
    level: 'error',
    title: 'more parallel pulls than the kubelet has locks for',
    reason: `The kubelet's table of locks ends at ${lockStripesMax}: with more parallel pulls it panics for some images, always the same ones.`,
    fix: `set maxParallelImagePulls to ${lockStripesMax} or less`,
    source: stripedLocksBug.source,
    find: (view) =>
      view.kubelets.flatMap(({ release, settings: { maxParallelImagePulls: max, featureGates } }) =>
        max !== null &&
        max > lockStripesMax &&
        hasBug(release, stripedLocksBug) &&
        isFeatureGateOn('KubeletEnsureSecretPulledImages', release, featureGates)
          ? [
              {
                place: view.placeOf('maxParallelImagePulls'),
                message: `${max} parallel pulls: kubelet ${release} panics for some images`,
              },
            ]
          : [],
      ),
    harm: {
      files: `${podsWithImages(8)}
---
{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, serializeImagePulls: false, maxParallelImagePulls: 64 }`,
      fixed: { request: { set: ['maxParallelImagePulls=31'] } },
      figure: harmFigures.knownBugs,
    },
  },
  {
    id: 'unlimited-parallel-pulls',
    level: 'warning',
    title: 'parallel pulls without a limit',
    reason:
      'All images of a node come at once and share its link, disk and processors: every pod waits nearly until the last image is there.',
    fix: 'set maxParallelImagePulls: 2 to 5 fits most nodes',
    source: 'KEP-3673; pkg/kubelet/images/puller.go',
    find: (view) =>
      view.kubelets.flatMap((kubelet) => {
        const { serializeImagePulls, maxParallelImagePulls } = kubelet.settings;
        if (serializeImagePulls || maxParallelImagePulls !== null) return [];
        const most = Math.max(0, largest(kubelet.nodes.map((node) => imagesToPull(view, node).size)));
        if (most < 4) return [];
        return [
          {
            place: view.placeOf('serializeImagePulls'),
            message: `no limit of parallel pulls, and a node pulls ${most} images`,
          },
        ];
      }),
    harm: {
      files: `${podsWithImages(8)}
---
{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, serializeImagePulls: false }`,
      request: { link: '100Mbit/s' },
      fixed: { request: { link: '100Mbit/s', set: ['maxParallelImagePulls=2'] } },
      figure: harmFigures.middlePod,
    },
  },
  {
    id: 'one-pull-at-a-time',
    level: 'warning',
    title: 'serial pulls, and a large image among others',
    reason:
      'One image at a time: pods whose images are small wait for the large one, and their events say "Pulling" meanwhile.',
    fix: 'set serializeImagePulls: false and maxParallelImagePulls, or pull the large image ahead of time',
    source: 'kubernetes#83471, kubernetes#108405; pkg/kubelet/images/puller.go',
    find: (view) =>
      view.kubelets.flatMap((kubelet) => {
        if (!kubelet.settings.serializeImagePulls) return [];
        for (const node of kubelet.nodes) {
          const images = [...imagesToPull(view, node).values()];
          const [largest] = images.toSorted((a, b) => view.bytesOf(b) - view.bytesOf(a));
          if (largest === undefined || images.length < 2 || view.bytesOf(largest) < gib) continue;
          const others = countText(images.length - 1, 'other image');
          return [
            {
              place: largest.place,
              message: `${largest.image} (${sizeText(view.bytesOf(largest))}) holds up ${others} of ${node.name}`,
            },
          ];
        }
        return [];
      }),
    harm: {
      files: podsWithImages(4, '2GB'),
      fixed: { request: { set: ['serializeImagePulls=false', 'maxParallelImagePulls=3'] } },
      figure: harmFigures.middlePod,
    },
  },
  {
    id: 'qps-refuses-pulls',
    level: 'warning',
    title: 'more pods at once than registryBurst lets through',
    reason:
      'The throttle refuses a pull and does not let it wait: the container fails with "pull QPS exceeded", and its back-off is 10 s at least.',
    fix: 'raise registryBurst above the number of pods that start together, or set registryPullQPS: 0 and limit the pulls by maxParallelImagePulls',
    source: 'KEP-3673, kubernetes#112044; pkg/kubelet/images/helpers.go',
    find: (view) =>
      view.kubelets.flatMap((kubelet) => {
        const {
          serializeImagePulls,
          maxParallelImagePulls,
          registryPullQPS: qps,
          registryBurst: burst,
        } = kubelet.settings;
        if (serializeImagePulls || qps === 0 || (maxParallelImagePulls ?? Infinity) <= burst) return [];
        const most = Math.max(0, largest(kubelet.nodes.map((node) => pullsInASecond(view, node))));
        if (most <= burst + qps) return [];
        const message = `${most} pulls begin within a second on one node, and registryBurst ${burst} with registryPullQPS ${qps} lets ${burst + qps} through`;
        return [
          { place: view.placeOf(view.isSet('registryBurst') ? 'registryBurst' : 'registryPullQPS'), message },
        ];
      }),
    harm: {
      files: `${manyPods(30)}
---
{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, serializeImagePulls: false }`,
      fixed: { request: { set: ['registryPullQPS=0'] } },
      figure: harmFigures.failures,
    },
  },
  {
    id: 'qps-without-effect',
    level: 'note',
    title: 'a pull throttle beside serial pulls',
    reason:
      'The throttle counts pulls as they begin. One at a time, each over 200 ms long, they never reach five a second.',
    fix: 'leave registryPullQPS and registryBurst out, or pull in parallel',
    source: 'pkg/kubelet/images/puller.go, pkg/kubelet/images/helpers.go',
    find: (view) =>
      view.kubelets.flatMap(({ settings: { serializeImagePulls, registryPullQPS } }) => {
        const field = (['registryPullQPS', 'registryBurst'] as const).find((name) => view.isSet(name));
        if (!serializeImagePulls || registryPullQPS < 5 || field === undefined) return [];
        return [{ place: view.placeOf(field), message: `${field} has no effect on serial pulls` }];
      }),
    harm: {
      files: `${podsWithImages(4)}
---
{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, registryPullQPS: 50, registryBurst: 100 }`,
      fixed: { request: { set: ['registryPullQPS=5', 'registryBurst=10'] } },
      figure: harmFigures.slowestPod,
      shows: 'same',
    },
  },
  {
    id: 'burst-without-qps',
    level: 'note',
    title: 'registryBurst where there is no throttle',
    reason:
      'With registryPullQPS 0 there is no throttle, so that there is nothing for a burst to be measured by.',
    fix: 'leave registryBurst out, or set registryPullQPS',
    source: 'pkg/kubelet/images/helpers.go (throttleImagePulling)',
    find: (view) =>
      view.kubelets.flatMap(({ settings: { registryPullQPS } }) =>
        registryPullQPS === 0 && view.isSet('registryBurst')
          ? [
              {
                place: view.placeOf('registryBurst'),
                message: 'registryBurst has no effect: registryPullQPS is 0',
              },
            ]
          : [],
      ),
    harm: {
      files: `${manyPods(30)}
---
{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, serializeImagePulls: false, registryPullQPS: 0, registryBurst: 3 }`,
      fixed: { request: { set: ['registryBurst=100'] } },
      figure: harmFigures.failures,
      shows: 'same',
    },
  },
];

/** The images that a node pulls, by one name each, with a use of each. */
function imagesToPull(view: LintView, node: LintKubelet['nodes'][number]): ReadonlyMap<string, ImageUse> {
  const pulled = view.usesOn(node).filter((use) => use.policy !== 'Never' && !view.isPresent(use, node));
  return new Map(pulled.map((use) => [use.canonical, use]));
}

/** The most pods of a node that arrive within a second and begin with a pull. */
function pullsInASecond(view: LintView, node: LintKubelet['nodes'][number]): number {
  const pulling = new Set(
    view
      .usesOn(node)
      .filter((use) => use.policy === 'Always' || (use.policy !== 'Never' && !view.isPresent(use, node)))
      .map(({ pod }) => ownerKey(pod)),
  );
  const times = view
    .podsOn(node)
    .filter((pod) => pulling.has(ownerKey(pod)))
    .map(({ arrivesAtMicros }) => arrivesAtMicros);
  let most = 0;
  let from = 0;
  times.forEach((at, index) => {
    while (at - (times[from] ?? 0) > 1_000_000) from++;
    most = Math.max(most, index - from + 1);
  });
  return most;
}

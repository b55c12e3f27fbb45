import { sizeText } from '../../../reports/text/quantity-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { evictionThresholds } from '../../../rules/kubelet/eviction/eviction-thresholds.ts';
import { formatGoDuration } from '../../../rules/kubelet/go/go-duration.ts';
import { imageGcBugs } from '../../../rules/kubelet/known-bugs/image-gc-bugs.ts';
import { hasBug } from '../../../rules/kubelet/known-bugs.ts';
import { contentBytes } from '../../../rules/runtime/images/content-store.ts';
import { harmFigures } from '../harm.ts';
import type { LintRule } from '../lint-rule.ts';

const kubelet = 'apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration';

/**
 * Images that come and go on a disk of 40 GB, most of which is in use: 27 GB of other files, a server, and a
 * report of 3 GB that is run once.
 */
const fillingDisk = `apiVersion: v1
kind: Pod
metadata: { name: report-1 }
spec: { restartPolicy: Never, containers: [{ name: report, image: 'registry.example.com/report:1' }] }
---
apiVersion: v1
kind: Pod
metadata: { name: server }
spec: { containers: [{ name: server, image: 'registry.example.com/server:5' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 40m
nodes: { defaults: { disk: 40GB, diskUsed: 23GB, presentImages: [registry.k8s.io/pause:3.10.2] } }
containers: [{ match: Pod/report-1, runsFor: 30s }]
deletions: [{ match: Pod/report-1, at: 4m }]
arrivals: { pods: [{ match: Pod/server, at: 10m }] }
images:
  - { name: registry.example.com/report:1, size: 3GB }
  - { name: registry.example.com/server:5, size: 1GB }`;

/** Rules about the thresholds of image GC and of disk pressure. */
export const imageGcRules: readonly LintRule[] = [
  {
    id: 'gc-after-disk-pressure',
    level: 'warning',
    title: 'image GC that begins later than disk pressure',
    reason:
      'The eviction manager looks every 10 s, image GC every 5 minutes: a node that reaches imagefs.available first refuses pods and evicts, while images that nobody uses are still there.',
    fix: 'set imageGCHighThresholdPercent below 100 less the percentage of evictionHard, such as 80 for 15%',
    source:
      'pkg/kubelet/eviction/eviction_manager.go, pkg/kubelet/images/image_gc_manager.go; kubernetes#71869',
    find: (view) =>
      view.kubelets.flatMap(({ settings }) => {
        const { imageGCHighThresholdPercent: high } = settings;
        const percents = evictionThresholds(settings).flatMap(({ below }) =>
          'percent' in below ? [below.percent] : [],
        );
        const first = 100 - Math.max(0, largest(percents));
        if (high >= 100 || high <= first) return [];
        return [
          {
            place: view.placeOf(
              view.isSet('imageGCHighThresholdPercent') ? 'imageGCHighThresholdPercent' : 'evictionHard',
            ),
            message: `image GC begins at ${high} % of the disk, disk pressure at ${first} %`,
          },
        ];
      }),
    harm: {
      files: `${fillingDisk}
---
{ ${kubelet}, imageGCHighThresholdPercent: 95, imageGCLowThresholdPercent: 90 }`,
      fixed: {
        replace: [
          [
            'imageGCHighThresholdPercent: 95, imageGCLowThresholdPercent: 90',
            'imageGCHighThresholdPercent: 70, imageGCLowThresholdPercent: 60',
          ],
        ],
      },
      figure: harmFigures.diskPressure,
    },
  },
  {
    id: 'gc-off',
    level: 'warning',
    title: 'image GC that never looks at the disk',
    reason:
      'With imageGCHighThresholdPercent 100 and no imageMaximumGCAge image GC is off: unused images stay until the node is under disk pressure.',
    fix: 'set imageGCHighThresholdPercent below 100 less the percentage of evictionHard',
    source: 'pkg/kubelet/kubelet.go (StartGarbageCollection)',
    find: (view) =>
      view.kubelets.flatMap(
        ({ settings: { imageGCHighThresholdPercent: high, imageMaximumGCAgeMicros: age } }) =>
          high === 100 && age === 0
            ? [
                {
                  place: view.placeOf('imageGCHighThresholdPercent'),
                  message: 'image GC is off: unused images are removed only under disk pressure',
                },
              ]
            : [],
      ),
    harm: {
      files: `${fillingDisk}
---
{ ${kubelet}, imageGCHighThresholdPercent: 100 }`,
      fixed: {
        replace: [
          [
            'imageGCHighThresholdPercent: 100',
            'imageGCHighThresholdPercent: 70, imageGCLowThresholdPercent: 60',
          ],
        ],
      },
      figure: harmFigures.diskPressure,
    },
  },
  {
    id: 'gc-cannot-free',
    level: 'error',
    title: 'images in use that fill the disk above the threshold of image GC',
    reason:
      'Image GC removes only images that no container uses: each round ends with FreeDiskSpaceFailed, and nothing is freed.',
    fix: 'give the node a larger disk, or place fewer images on it',
    source: 'kubernetes#71869; pkg/kubelet/images/image_gc_manager.go',
    find: (view) =>
      view.kubelets.flatMap(({ settings: { imageGCHighThresholdPercent: high }, nodes }) =>
        nodes.flatMap((node) => {
          if (node.diskBytes === null || high >= 100) return [];
          const uses = view.usesOn(node).filter(({ pod }) => pod.restartPolicy === 'Always');
          const [first] = uses;
          const images = [...new Set(uses.flatMap((use) => view.imageOf(use) ?? []))];
          const bytes = contentBytes(images) + (node.diskUsedBytes ?? 0);
          const limit = (node.diskBytes * high) / 100;
          if (first === undefined || bytes < limit) return [];
          const message = `${node.name}: images in use and other files take ${sizeText(bytes)}; image GC wants less than ${sizeText(limit)} (${high} % of ${sizeText(node.diskBytes)})`;
          return [{ place: first.place, message }];
        }),
      ),
    harm: {
      files: `apiVersion: v1
kind: Pod
metadata: { name: model }
spec: { containers: [{ name: model, image: 'registry.example.com/model:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 30m
nodes: { defaults: { disk: 50GB, diskUsed: 15GB } }
images: [{ name: registry.example.com/model:1, size: 8GB }]`,
      fixed: { replace: [['disk: 50GB', 'disk: 100GB']] },
      figure: harmFigures.gcFailures,
    },
  },
  {
    id: 'max-age-deletes-unused',
    level: 'warning',
    title: 'imageMaximumGCAge with images that are pulled before they are used',
    reason:
      'Once the kubelet has been up for that long, an image that no container has used yet is deleted at the next round, however new it is; imageMinimumGCAge is not asked.',
    fix: 'leave imageMaximumGCAge at 0s where images are pulled ahead, or let the runtime pin them',
    source: imageGcBugs.neverUsedIsOld.source,
    find: (view) =>
      view.kubelets.flatMap(({ release, settings: { imageMaximumGCAgeMicros: age } }) =>
        age > 0 && hasBug(release, imageGcBugs.neverUsedIsOld)
          ? [
              {
                place: view.placeOf('imageMaximumGCAge'),
                message: `images that were pulled but not used yet are deleted after ${formatGoDuration(age)} of uptime`,
              },
            ]
          : [],
      ),
    harm: {
      files: `{ ${kubelet}, imageMaximumGCAge: 30m }
---
apiVersion: v1
kind: Pod
metadata: { name: batch }
spec: { containers: [{ name: batch, image: 'registry.example.com/model:9' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 1h
nodes:
  defaults:
    presentImages: ['registry.k8s.io/pause:3.10.2']
    prePull: { at: 32m, images: ['registry.example.com/model:9'] }
arrivals: { pods: [{ match: Pod/batch, at: 50m }] }
images: [{ name: registry.example.com/model:9, size: 2GB }]`,
      fixed: { replace: [['imageMaximumGCAge: 30m', 'imageMaximumGCAge: 0s']] },
      figure: harmFigures.downloaded,
    },
  },
  {
    id: 'eviction-hard-drops-defaults',
    level: 'warning',
    title: 'evictionHard without a threshold for the disk',
    reason:
      "evictionHard replaces the kubelet's defaults as a whole: a signal that it leaves out has no threshold, and the disk may fill to its end.",
    fix: 'add imagefs.available: 15% and nodefs.available: 10% to evictionHard',
    source:
      'pkg/kubelet/eviction/helpers.go (ParseThresholdConfig); the field evictionHard of KubeletConfiguration',
    find: (view) =>
      view.kubelets.flatMap(({ settings: { evictionHard } }) => {
        const missing =
          evictionHard === undefined
            ? []
            : ['imagefs.available', 'nodefs.available'].filter((signal) => !(signal in evictionHard));
        if (missing.length === 0) return [];
        return [
          {
            place: view.placeOf('evictionHard'),
            message: `evictionHard sets no ${missing.join(' and no ')}: the default does not hold either`,
          },
        ];
      }),
    harm: {
      files: `${fillingDisk}
---
{ ${kubelet}, imageGCHighThresholdPercent: 100, evictionHard: { memory.available: 100Mi } }`,
      fixed: { replace: [['memory.available: 100Mi', 'imagefs.available: 15%, nodefs.available: 10%']] },
      figure: harmFigures.imagesRemoved,
      shows: 'less',
    },
  },
];

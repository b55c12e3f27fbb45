import { countText, sizeText } from '../../../reports/text/quantity-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { imageVolumeBugs } from '../../../rules/kubelet/known-bugs/image-volume-bugs.ts';
import { hasBug } from '../../../rules/kubelet/known-bugs.ts';
import { harmFigures, podsWithImages } from '../harm.ts';
import type { LintRule } from '../lint-rule.ts';
import type { ImageUse } from '../lint-view.ts';

const scenario = 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario';

/** Three pods of one image on one node. */
function threePods(image: string, more = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: '${image}'${more} }] }
---
${scenario}
arrivals: { interval: 30s }
images: [{ name: '${image}', size: 50MB }]`;
}

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

function volumePod(policy: string): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: inference }
spec:
  containers: [{ name: server, image: 'registry.example.com/server:3', volumeMounts: [{ name: weights, mountPath: /weights }] }]
  volumes: [{ name: weights, image: { reference: 'registry.example.com/weights:1', pullPolicy: ${policy} } }]
---
${scenario}
horizon: 15m
images:
  - { name: 'registry.example.com/server:3', size: 100MB }
  - { name: 'registry.example.com/weights:1', size: 500MB }`;
}

/** Rules about the images and the pull policies of pods. */
export const manifestRules: readonly LintRule[] = [
  {
    id: 'never-without-image',
    level: 'error',
    title: 'imagePullPolicy Never for an image that is not on the node',
    reason:
      'Nothing pulls it: the container stays in ErrImageNeverPull until somebody brings the image to the node.',
    fix: 'set imagePullPolicy: IfNotPresent, or pull the image ahead of time',
    source: 'pkg/kubelet/images/image_manager.go (ErrImageNeverPull)',
    find: (view) =>
      view.uses.flatMap((use) => {
        const without = [...use.podsByNode.keys()].filter(
          (node) => !view.isPresent(use, node) && node.prePulls === undefined,
        );
        if (use.policy !== 'Never' || without.length === 0) return [];
        return [
          {
            place: use.policyPlace,
            message: `${use.image} is never pulled and is not on ${countText(without.length, 'node')} of its pods`,
          },
        ];
      }),
    harm: {
      files: threePods('registry.example.com/web:1', ', imagePullPolicy: Never'),
      fixed: { replace: [['imagePullPolicy: Never', 'imagePullPolicy: IfNotPresent']] },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'always-by-latest',
    level: 'warning',
    title: 'the tag latest, which means imagePullPolicy Always',
    reason:
      'Without a tag, or with latest, the API server sets Always: each start of each container asks the registry, waits in the queue, and fails while the registry is away.',
    fix: 'name a version, or set imagePullPolicy: IfNotPresent',
    source: 'pkg/apis/core/v1/defaults.go (SetDefaults_Container); istio#30099 measures 2 to 13 s',
    find: (view) =>
      view.uses.flatMap(({ policy, isPolicyGiven, image, place }) =>
        policy === 'Always' && !isPolicyGiven
          ? [{ place, message: `${image} is asked for at each start: its tag is latest` }]
          : [],
      ),
    harm: {
      files: threePods('registry.example.com/web:latest'),
      fixed: { replace: [['web:latest', 'web:1.4']] },
      figure: harmFigures.pulls,
    },
  },
  {
    id: 'always-with-digest',
    level: 'note',
    title: 'imagePullPolicy Always for a digest',
    reason: 'A digest never changes: asking the registry again can only take time, or fail.',
    fix: 'set imagePullPolicy: IfNotPresent',
    source: 'pkg/kubelet/images/image_manager.go',
    find: (view) =>
      view.uses.flatMap(({ policy, isPolicyGiven, image, policyPlace }) =>
        policy === 'Always' && isPolicyGiven && image.includes('@sha256:')
          ? [
              {
                place: policyPlace,
                message: `${image.split('@')[0]} is named by its digest and asked for at each start`,
              },
            ]
          : [],
      ),
    harm: {
      files: threePods(`registry.example.com/web@${digest}`, ', imagePullPolicy: Always'),
      fixed: { replace: [['imagePullPolicy: Always', 'imagePullPolicy: IfNotPresent']] },
      figure: harmFigures.pulls,
    },
  },
  {
    id: 'always-waits-in-line',
    level: 'warning',
    title: 'imagePullPolicy Always beside a large image and serial pulls',
    reason:
      'A pod with Always waits in the queue of pulls, even if its image is on the node: with serial pulls behind the large one.',
    fix: 'set imagePullPolicy: IfNotPresent with a version or digest, or pull in parallel',
    source: 'kubernetes#109673; pkg/kubelet/images/image_manager.go',
    find: (view) =>
      view.uses.flatMap((use) => {
        if (use.policy !== 'Always' || !use.isPolicyGiven) return [];
        for (const node of use.podsByNode.keys()) {
          if (!node.kubelet.serializeImagePulls) continue;
          const large = view
            .usesOn(node)
            .find(
              (other) =>
                other.canonical !== use.canonical &&
                view.bytesOf(other) >= 2 ** 29 &&
                !view.isPresent(other, node),
            );
          if (large === undefined) continue;
          return [
            {
              place: use.policyPlace,
              message: `${use.image} waits behind ${large.image} (${sizeText(view.bytesOf(large))}) on ${node.name}, also where it is there already`,
            },
          ];
        }
        return [];
      }),
    harm: {
      files: `apiVersion: v1
kind: Pod
metadata: { name: model }
spec: { containers: [{ name: model, image: 'registry.example.com/model:1' }] }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web, image: 'registry.example.com/web:1', imagePullPolicy: Always }] }
---
${scenario}
arrivals: { pods: [{ match: Pod/web, at: 10s }] }
nodes: { defaults: { presentImages: ['registry.example.com/web:1'] } }
images: [{ name: 'registry.example.com/model:1', size: 3GB }, { name: 'registry.example.com/web:1', size: 50MB }]`,
      fixed: { replace: [['imagePullPolicy: Always', 'imagePullPolicy: IfNotPresent']] },
      figure: harmFigures.middlePod,
    },
  },
  {
    id: 'image-volume-always',
    level: 'warning',
    title: 'an image volume with the policy Always',
    reason:
      'The kubelet pulls it again at each sync of its pod, every 60 to 90 s, also while all containers run.',
    fix: 'set pullPolicy: IfNotPresent, with a digest where the content matters',
    source: imageVolumeBugs.alwaysPulledAgain.source,
    find: (view) =>
      view.uses.flatMap((use) =>
        use.role === 'volume' && use.policy === 'Always' && meets(use, imageVolumeBugs.alwaysPulledAgain)
          ? [{ place: use.policyPlace, message: `${use.image} is pulled again at each sync of its pod` }]
          : [],
      ),
    harm: {
      files: volumePod('Always'),
      fixed: { replace: [['pullPolicy: Always', 'pullPolicy: IfNotPresent']] },
      figure: harmFigures.pulls,
    },
  },
  {
    id: 'image-volume-events',
    level: 'note',
    title: 'image volumes, which send an event at each sync',
    reason:
      'Each sync of a pod sends a Pulled event for each of its image volumes that is there, until the spam filter hides all events of the pod.',
    fix: 'copy the files with an init container, until a release fixes it',
    source: imageVolumeBugs.eventStorm.source,
    find: (view) =>
      view.uses.flatMap((use) =>
        use.role === 'volume' && meets(use, imageVolumeBugs.eventStorm)
          ? [{ place: use.place, message: `${use.image} sends an event at each sync of its pod` }]
          : [],
      ),
    harm: {
      files: volumePod('IfNotPresent'),
      fixed: {
        replace: [
          [
            "volumes: [{ name: weights, image: { reference: 'registry.example.com/weights:1', pullPolicy: IfNotPresent } }]",
            'volumes: [{ name: weights, emptyDir: {} }]',
          ],
        ],
      },
      figure: harmFigures.knownBugs,
    },
  },
  {
    id: 'init-images-in-turn',
    level: 'note',
    title: 'init containers whose images come one after another',
    reason:
      'The image of an init container is pulled when its turn has come, and those of the containers after all of them: parallel pulls do not help.',
    fix: 'use one image for the init containers, or pull their images ahead of time',
    source: 'kubernetes#131733; pkg/kubelet/kuberuntime/kuberuntime_manager.go (SyncPod)',
    find: (view) => {
      const byWorkload = new Map<ImageUse['workload'], ImageUse[]>();
      for (const use of view.uses) {
        const isPulled = [...use.podsByNode.keys()].some((node) => !view.isPresent(use, node));
        if (isPulled && use.role !== 'volume')
          byWorkload.set(use.workload, [...(byWorkload.get(use.workload) ?? []), use]);
      }
      return [...byWorkload.values()].flatMap((uses) => {
        const inits = new Set(
          uses.filter(({ role }) => role === 'init container').map(({ canonical }) => canonical),
        );
        const [first] = uses;
        if (first === undefined || inits.size < 2) return [];
        return [
          {
            place: first.place,
            message: `${inits.size} images of init containers are pulled one after another, before those of the containers`,
          },
        ];
      });
    },
    harm: {
      files: `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  initContainers:
    - { name: one, image: 'registry.example.com/one:1' }
    - { name: two, image: 'registry.example.com/two:1' }
    - { name: three, image: 'registry.example.com/three:1' }
  containers: [{ name: web, image: 'registry.example.com/web:1' }]
---
{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, serializeImagePulls: false, maxParallelImagePulls: 4 }
---
${scenario}
images:
  - { name: 'registry.example.com/one:1', size: 200MB }
  - { name: 'registry.example.com/two:1', size: 200MB }
  - { name: 'registry.example.com/three:1', size: 200MB }
  - { name: 'registry.example.com/web:1', size: 200MB }`,
      fixed: {
        replace: [
          ["image: 'registry.example.com/two:1'", "image: 'registry.example.com/one:1'"],
          ["image: 'registry.example.com/three:1'", "image: 'registry.example.com/one:1'"],
        ],
      },
      figure: harmFigures.slowestPod,
    },
  },
  {
    id: 'one-large-layer',
    level: 'note',
    title: 'a large image that is nearly all one layer',
    reason:
      'A layer is one download over one connection and is unpacked by one processor: several layers of the same size come sooner.',
    fix: 'split the layer, for instance by COPY in several steps',
    source: 'containerd#9922, containerd#8881; docs/published.md (Spegel: 1 GB in one layer and in four)',
    find: (view) => {
      const first = new Map(view.uses.map((use) => [use.canonical, use]));
      return [...first.values()].flatMap((use) => {
        const image = view.imageOf(use);
        if (image === undefined || !['scenario', 'catalogue'].includes(image.source)) return [];
        const layerBytes = Math.max(0, largest(image.layers.map(({ bytes }) => bytes)));
        if (layerBytes < 2 ** 29 || layerBytes < view.bytesOf(use) * 0.7) return [];
        return [{ place: use.place, message: `${use.image} has a layer of ${sizeText(layerBytes)}` }];
      });
    },
    harm: {
      files: podsWithImages(1).replace('size: 200MB', 'size: 2000MB'),
      fixed: {
        replace: [
          [
            'layers: [{ size: 2000MB }]',
            'layers: [{ size: 500MB }, { size: 500MB }, { size: 500MB }, { size: 500MB }]',
          ],
        ],
      },
      figure: harmFigures.slowestPod,
    },
  },
];

function meets({ podsByNode }: ImageUse, bug: Parameters<typeof hasBug>[1]): boolean {
  return [...podsByNode.keys()].some(({ profileRelease }) => hasBug(profileRelease, bug));
}

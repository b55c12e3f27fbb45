import { shownValue } from '../../../inputs/documents/check-shape.ts';
import { few } from '../../../inputs/nodes/plan-nodes.ts';
import { goQuote } from '../../../rules/kubelet/go/go-strings.ts';
import { findProfile } from '../../../rules/kubelet/profiles/profiles.ts';
import { matchesPlatform } from '../../../rules/runtime/images/image.ts';
import { harmFigures } from '../harm.ts';
import type { LintRule } from '../lint-rule.ts';
import type { WrittenImage } from '../written-images.ts';

/** Rules about the names of images. */
export const nameRules: readonly LintRule[] = [
  {
    id: 'invalid-image-name',
    level: 'error',
    title: 'a name that no image can have',
    reason:
      'The kubelet takes the name apart before it asks anyone, and refuses it: the container stays in InvalidImageName.',
    fix: 'write HOST/REPOSITORY:TAG or …@sha256:DIGEST, the repository in lower case, without https:// and without spaces',
    source:
      'pkg/kubelet/images/image_manager.go (applyDefaultImageTag, ErrInvalidImageName); github.com/distribution/reference',
    find: (view) =>
      view.writtenImages.flatMap((written) => {
        const reason = refusalOf(written);
        if (reason === undefined) return [];
        const meant = repairedName(written);
        const question = meant === undefined ? '' : `; did you mean ${meant}?`;
        return [
          {
            place: written.place,
            message: `${shownValue(written.image)} is no image name: ${reason}${question}`,
          },
        ];
      }),
    harm: {
      files: `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web, image: 'https://registry.example.com/web:1' }] }`,
      fixed: { replace: [['https://', '']] },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'missing-platform',
    level: 'error',
    title: 'an image without the platform of a node',
    reason:
      'The registry has no manifest for such a node: each pull ends with "no match for platform in manifest", and waiting does not help.',
    fix: 'build the image for that platform, or keep the pods away from the node (nodeSelector kubernetes.io/arch)',
    source: 'LimitManifests in images/handlers.go of containerd',
    find: (view) =>
      view.uses.flatMap((use) => {
        const platforms = view.imageOf(use)?.platforms;
        if (platforms === undefined) return [];
        const nodes = [...use.podsByNode.keys()].filter(
          ({ platform }) => !platforms.some((each) => matchesPlatform(each, platform)),
        );
        const [first] = nodes;
        if (first === undefined) return [];
        const names = few(nodes.map(({ name }) => name));
        const message = `${use.image} has ${platforms.join(', ')} only; ${names} is ${first.platform}`;
        return [{ place: use.place, message }];
      }),
    harm: {
      files: `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web, image: registry.example.com/web:1 }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { platform: linux/arm64 } }
images: [{ name: registry.example.com/web:1, size: 40MB, platforms: [linux/amd64] }]`,
      fixed: { replace: [['[linux/amd64]', '[linux/amd64, linux/arm64]']] },
      figure: harmFigures.notRunning,
    },
  },
];

/**
 * Why the kubelet of one of its nodes refuses the name, in the words of its parser; undefined if none does.
 */
function refusalOf({ image, nodes }: WrittenImage): string | undefined {
  for (const release of new Set(nodes.map(({ profileRelease }) => profileRelease))) {
    const tagged = findProfile(release)?.applyDefaultImageTag(image);
    // The text repeats the whole name first: `couldn't parse image name "a b": invalid reference format`.
    if (tagged !== undefined && 'error' in tagged)
      return tagged.error.split(`${goQuote(image)}: `, 2).at(-1) ?? tagged.error;
  }
  return undefined;
}

/** The name without what is wrong most often, if that is a name. */
function repairedName({ image, nodes }: WrittenImage): string | undefined {
  const bare = image
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/\s+/g, '')
    .replace(/[:@/]+$/, '');
  const [, repository = bare, rest = ''] = /^([^@]*?)((?::[^:/@]*)?(?:@.*)?)$/.exec(bare) ?? [];
  const candidates = [bare, `${repository.toLowerCase()}${rest}`];
  return candidates.find(
    (candidate) => candidate !== image && refusalOf({ image: candidate, place: {}, nodes }) === undefined,
  );
}

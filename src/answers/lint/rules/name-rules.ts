import { shownValue } from '../../../inputs/documents/check-shape.ts';
import { goQuote } from '../../../rules/kubelet/go/go-strings.ts';
import { findProfile } from '../../../rules/kubelet/profiles/profiles.ts';
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

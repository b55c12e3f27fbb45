import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { InputError } from '../documents/input-error.ts';
import type { Problems } from '../documents/problems.ts';
import { type Place, within } from '../documents/source-document.ts';
import { textPattern } from '../documents/text-pattern.ts';
import type { BuiltNode, NodePlan } from '../nodes/plan-nodes.ts';
import type { RunRequest } from '../run-request.ts';
import { imageName, noImageName } from './image-name.ts';

/**
 * Returns the names of each node's images at the start, as pods spell them: without those that --cold and
 * --cold-images remove, and with those that --present-images adds.
 */
export function presentImages(
  used: readonly string[],
  nodes: readonly BuiltNode[],
  { cold, coldImages = [], presentImages: wanted = [] }: RunRequest,
  problems: Problems,
): ReadonlyMap<string, readonly string[]> {
  const spellings = groupedBy(used, (name) => imageName(name)?.canonical ?? name);
  const patterns = coldImages.map((pattern) => ({ pattern, fits: textPattern(pattern), met: false }));
  const added = imagesOfPatterns(used, wanted, problems);
  const present = new Map<string, readonly string[]>();
  for (const { plan, node, profile, hasSandboxImage } of nodes) {
    // A sandbox image of the node's own image is there however cold the node is.
    const names = new Set<string>(
      hasSandboxImage && node.sandboxImage !== undefined ? [...added, node.sandboxImage] : added,
    );
    for (const { name, place } of presentNames(plan)) {
      const tagged = profile.applyDefaultImageTag(name);
      const canonical = 'image' in tagged ? imageName(tagged.image)?.canonical : undefined;
      if ('error' in tagged || canonical === undefined) {
        // Node objects list images without a name as <none>; in a Scenario it is a mistake.
        if (place !== undefined) problems.at(place, noImageName(name));
        continue;
      }
      const met = patterns.filter(({ fits }) => namesMeant(tagged.image).some(fits));
      for (const pattern of met) pattern.met = true;
      if (cold === true || met.length > 0) continue;
      for (const spelling of spellings.get(canonical) ?? [tagged.image]) names.add(spelling);
    }
    present.set(node.name, [...names].sort());
  }
  for (const { pattern, met } of patterns) {
    if (!met && pattern !== '*')
      problems
        .ofOption({ name: 'coldImages' })
        .add(matchesNothing('--cold-images', pattern, 'no image on a node at the start has this name'));
  }
  return present;
}

/** Returns the used images that the patterns of --present-images mean. */
function imagesOfPatterns(used: readonly string[], wanted: readonly string[], problems: Problems): string[] {
  return wanted.flatMap((pattern) => {
    const fits = textPattern(pattern);
    const found = used.filter((name) => [name, ...namesMeant(name)].some(fits));
    if (found.length === 0 && pattern !== '*')
      problems
        .ofOption({ name: 'presentImages' })
        .add(matchesNothing('--present-images', pattern, 'no pod uses an image with this name'));
    return found;
  });
}

/**
 * Whoever writes a pattern means something: a run without it would be another than the one that was asked
 * for.
 */
function matchesNothing(option: string, pattern: string, message: string): InputError {
  const expected = "an image's name as pods write it, or a pattern such as 'registry.example/*'";
  const hint = pattern.includes(',')
    ? `one option for each: ${option} ${pattern.split(',').join(` ${option} `)}`
    : undefined;
  return {
    code: 'OPTION',
    file: `${option} ${shownValue(pattern)}`,
    message,
    expected,
    ...(hint && { hint }),
  };
}

/**
 * Warns if all images of the pods are already there according to Node objects, and nobody asked for that:
 * then the run shows no pull.
 */
export function warnOfNothingToPull(
  pods: readonly PodSpec[],
  nodes: readonly BuiltNode[],
  present: ReadonlyMap<string, readonly string[]>,
  { presentImages: wanted = [] }: RunRequest,
  problems: Problems,
): void {
  const isListed = nodes.some(({ plan }) => presentNames(plan).some(({ place }) => place === undefined));
  if (!isListed || wanted.length > 0 || pods.length === 0) return;
  const byName = new Map(
    nodes.map((built) => [built.node.name, { ...built, images: new Set(present.get(built.node.name)) }]),
  );
  const isThere = ({ nodeName, imageVolumes, initContainers, containers }: PodSpec) => {
    const node = byName.get(nodeName);
    return [...imageVolumes, ...initContainers, ...containers].every(({ image, policy }) => {
      const tagged = node?.profile.applyDefaultImageTag(image);
      return (
        policy !== 'Always' &&
        tagged !== undefined &&
        'image' in tagged &&
        node?.images.has(tagged.image) === true
      );
    });
  };
  if (!pods.every(isThere)) return;
  problems.warn(
    'all images are on their nodes at the start, as the Node objects list them, so nothing is pulled; try --cold (no image is there), or --cold-images with a pattern',
  );
}

/**
 * Returns the names that a pattern may mean: the whole name, or without registry, `library/`, tag or digest.
 */
function namesMeant(image: string): string[] {
  const parsed = imageName(image);
  if (parsed === undefined) return [];
  const { canonical, repository } = parsed;
  const version = canonical.slice(canonical.indexOf(repository) + repository.length);
  const names = [
    canonical.slice(0, canonical.length - version.length),
    repository,
    repository.replace(/^library\//, ''),
  ];
  return names.flatMap((name) => [name, `${name}${version}`]);
}

/**
 * An empty list of a Scenario means that the node has no images, whatever is said of all nodes or by a Node
 * object.
 */
function presentNames({
  scenario,
  object,
  defaults,
  named,
  name: node,
}: NodePlan): { readonly name: string; readonly place?: Place }[] {
  const fromScenario = (names: readonly string[] | undefined, ...path: readonly string[]) =>
    (names ?? []).map((name, index) => ({
      name,
      place: within(scenario, 'nodes', ...path, 'presentImages', index),
    }));
  const isNone = (list: readonly string[] | undefined) => list?.length === 0;
  if (isNone(named?.presentImages)) return [];
  const ofObject = isNone(defaults?.presentImages) ? [] : (object?.node.status?.images ?? []);
  return [
    ...ofObject.flatMap((image) => (image.names ?? []).map((name) => ({ name }))),
    ...fromScenario(defaults?.presentImages, 'defaults'),
    ...fromScenario(named?.presentImages, 'named', node),
  ];
}

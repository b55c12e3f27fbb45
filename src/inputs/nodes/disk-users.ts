import type { NodeInput } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { imageName, noImageName } from '../images/image-name.ts';
import { bytes } from '../scenario/quantity-shapes.ts';
import type { NodePlan } from './plan-nodes.ts';

/**
 * Returns what is on a node's disk besides images, and which images the runtime pins: those of all nodes, and
 * those of this one.
 */
export function diskUsersOf(
  plan: NodePlan,
  problems: Problems,
): Pick<NodeInput, 'diskUsedBytes' | 'pinnedImages'> {
  const pinnedImages = [
    ...namesOf(plan, ['defaults'], plan.defaults?.pinnedImages, problems),
    ...namesOf(plan, ['named', plan.name], plan.named?.pinnedImages, problems),
  ];
  const diskUsedBytes = bytes(plan.named?.diskUsed ?? plan.defaults?.diskUsed ?? defaultOf('diskUsed'));
  return {
    ...(diskUsedBytes === 0 ? {} : { diskUsedBytes }),
    ...(pinnedImages.length === 0 ? {} : { pinnedImages }),
  };
}

/**
 * Returns the pinned images under every name that the run has for them, because names are kept as pods write
 * them.
 */
export function withAllSpellings(
  { pinnedImages }: Pick<NodeInput, 'pinnedImages'>,
  names: readonly string[],
): Pick<NodeInput, 'pinnedImages'> {
  if (pinnedImages === undefined) return {};
  const pinned = new Set(pinnedImages);
  return { pinnedImages: names.filter((name) => pinned.has(imageName(name)?.canonical ?? name)) };
}

function namesOf(
  { scenario }: NodePlan,
  of: readonly string[],
  names: readonly string[] = [],
  problems: Problems,
): readonly string[] {
  return names.flatMap((name, index) => {
    const canonical = imageName(name)?.canonical;
    if (canonical !== undefined) return [canonical];
    problems.at(within(scenario, 'nodes', ...of, 'pinnedImages', index), noImageName(name));
    return [];
  });
}

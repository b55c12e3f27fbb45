import type { SourceText } from '../../inputs/documents/source-document.ts';
import {
  type InputParts,
  type InputRequest,
  type InputResult,
  readInputParts,
} from '../../inputs/read-input.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import { canonicalImageName } from '../../rules/runtime/images/image-location.ts';
import type { FaultInput, RegistryInput } from '../../run/simulation-input.ts';
import { servedTags } from './served-tags.ts';

/** All that a registry server needs of the input. */
export interface RegistryServerInput {
  readonly seed: number;
  readonly images: readonly Image[];
  readonly registries: Readonly<Record<string, RegistryInput>>;
  /** With their places in the input, by which they are named. */
  readonly faults: readonly FaultInput[];
  /** The platforms of nodes, and so of images of which nobody says. */
  readonly platforms: readonly string[];
  /** The identity of a user and password; undefined where the input has no such credentials. */
  readonly identityOf: InputParts['identityOf'];
}

type ServerInputResult =
  | { readonly ok: true; readonly input: RegistryServerInput; readonly warnings: readonly string[] }
  | Extract<InputResult, { ok: false }>;

/**
 * Reads the input of a registry server: that of a run, with the images of the Scenario as well, whether a pod
 * uses them or not. Of an image whose name has a digest, which no drawn bytes have, a warning says its tag.
 */
export function readRegistryInput(sources: readonly SourceText[], request: InputRequest): ServerInputResult {
  const first = readInputParts(sources, request);
  if (!first.ok) return first;
  const names = scenarioImages(first.parts);
  const pod = { name: 'images of the Scenario', text: podOf(names) };
  const read = names.length === 0 ? first : readInputParts([...sources, pod], request);
  if (!read.ok) return read;
  const { input, parts, warnings } = read;
  const known = Object.values(input.images);
  const canonical = new Set(known.map(({ name }) => canonicalImageName(name)));
  const others = names.filter((name) => !canonical.has(canonicalImageName(name)));
  const images = [...known, ...others.map((name) => parts.catalogue.image(name))];
  const platforms = [...new Set(input.nodes.map(({ platform }) => platform))].sort();
  return {
    ok: true,
    input: {
      seed: input.seed,
      images,
      registries: input.registries,
      faults: input.faults,
      platforms: platforms.length === 0 ? ['linux/amd64'] : platforms,
      identityOf: parts.identityOf,
    },
    warnings: [
      ...warnings,
      ...servedTags(images).flatMap(({ image: { name }, location, tag }) =>
        name.includes('@')
          ? [
              `${name}: its bytes are drawn and have another digest; it is served as ${location.repository}:${tag}`,
            ]
          : [],
      ),
    ],
  };
}

function scenarioImages({ scenarios }: InputParts): string[] {
  return scenarios.flatMap(({ value }) => {
    const { images = [] } = value as { images?: readonly { readonly name: string }[] };
    return images.map(({ name }) => name);
  });
}

/** Returns a pod that uses these images, so that they are read as those of a run are. */
function podOf(images: readonly string[]): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'images-of-the-scenario' },
    spec: {
      tolerations: [{ operator: 'Exists' }],
      containers: images.map((image, index) => ({ name: `image-${index + 1}`, image })),
    },
  });
}

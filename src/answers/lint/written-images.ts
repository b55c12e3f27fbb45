import type { SourceDocument } from '../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import { imagesOfSpec } from '../../inputs/workloads/images-of-spec.ts';
import type { Workload } from '../../inputs/workloads/workload.ts';
import type { NodeInput } from '../../run/simulation-input.ts';
import { type LintPlace, lintPlace } from './lint-place.ts';

/** The name of an image as somebody has written it, whether or not a pod of the run uses it. */
export interface WrittenImage {
  readonly image: string;
  readonly place: LintPlace;
  /** Whose kubelets would pull it: the nodes of its pods; all nodes if it has no pods yet. */
  readonly nodes: readonly NodeInput[];
}

/** Returns the images in the templates of workloads. `nodesOf`: the nodes of a workload's pods. */
export function imagesOfWorkloads(
  workloads: readonly Workload[],
  nodesOf: (workload: Workload) => readonly NodeInput[],
): readonly WrittenImage[] {
  return workloads.flatMap((workload) => {
    const nodes = nodesOf(workload);
    const { document } = workload.object;
    return imagesOfSpec(workload.spec).map(({ image, path }) => ({
      image,
      place: lintPlace({ document, path: [...workload.specPath, ...path] }),
      nodes,
    }));
  });
}

/**
 * Returns the images that pods get later: of the ephemeral containers and image changes of Scenarios, and of
 * `--set-image`.
 */
export function imagesOfChanges(
  scenarios: readonly SourceDocument[],
  { setImages = [] }: RunRequest,
  nodes: readonly NodeInput[],
): readonly WrittenImage[] {
  const ofScenarios = scenarios.flatMap((document) =>
    (['ephemeralContainers', 'imageChanges'] as const).flatMap((field) =>
      listAt(document.value, field).flatMap((entry, index) => {
        const image =
          typeof entry === 'object' && entry !== null && 'image' in entry ? entry.image : undefined;
        return typeof image === 'string'
          ? [{ image, place: lintPlace({ document, path: [field, index, 'image'] }), nodes }]
          : [];
      }),
    ),
  );
  const ofOptions = setImages.flatMap((option) => {
    const image = /^[^=]+=([^\s,]+),[^,]+$/.exec(option)?.[1];
    return image === undefined ? [] : [{ image, place: { file: `--set-image ${option}` }, nodes }];
  });
  return [...ofScenarios, ...ofOptions];
}

function listAt(value: unknown, field: string): readonly unknown[] {
  const list =
    typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)[field]
      : undefined;
  return Array.isArray(list) ? list : [];
}

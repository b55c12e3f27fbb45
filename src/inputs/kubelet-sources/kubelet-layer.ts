import { shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import type { Path, Place, SourceDocument } from '../documents/source-document.ts';
import type { NodeSelector } from './node-selector.ts';

/**
 * The order of precedence: a kubelet's configuration file, patches of it, drop-in files in order of their
 * names, what a Scenario says of nodes, flags.
 */
export const layerRanks = ['base', 'over', 'dropIn', 'scenario', 'flags'] as const;

/** Fields of KubeletConfiguration from one place. */
export interface KubeletLayer {
  /** The source, for people: `EKS NodeConfig`. */
  readonly title: string;
  readonly rank: (typeof layerRanks)[number];
  readonly document: SourceDocument;
  /** The object that contains it. Several layers of one object are no duplicates. */
  readonly origin: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Returns the place of a field, or of a value of a map such as `featureGates.EventedPLEG`. */
  readonly placeOf: (field: string) => Place;
  /** Whether several layers of this kind are merged instead of being duplicates. */
  readonly isOneOfSeveral?: true;
  /** Whether several layers of this kind in one file are merged. */
  readonly isMergedInFile?: true;
  /** The nodes that it is for; undefined: all. */
  readonly selector?: NodeSelector;
}

/** Returns the layer of fields that stand in a mapping at `path`. */
export function fieldsLayer(
  { title, rank }: Pick<KubeletLayer, 'title' | 'rank'>,
  document: SourceDocument,
  path: Path,
  fields: Readonly<Record<string, unknown>>,
): KubeletLayer {
  const placeOf = (field: string): Place => {
    const dot = field.indexOf('.');
    const parts = dot < 0 ? [field] : [field.slice(0, dot), field.slice(dot + 1)];
    return { document, path: [...path, ...parts] };
  };
  return { title, rank, document, origin: fields, fields, placeOf };
}

/**
 * Returns what a JSON patch of the KubeletConfiguration sets (`kubeletconfiguration+json.yaml` of kubeadm):
 * fields, and values of maps such as /featureGates/EventedPLEG. Steps that move, copy, test, or reach deeper
 * are errors.
 */
export function jsonPatchLayer(
  document: SourceDocument,
  steps: readonly unknown[],
  problems: Problems,
): KubeletLayer {
  const fields: Record<string, unknown> = {};
  const paths = new Map<string, Path>();
  for (const [index, step] of steps.entries()) {
    const { op, path, value } = isMapping(step) ? step : {};
    const parts =
      typeof path === 'string' && path.startsWith('/') ? path.slice(1).split('/').map(unescaped) : [];
    const [field = '', key] = parts;
    if ((op !== 'add' && op !== 'replace' && op !== 'remove') || field === '' || parts.length > 2) {
      const message =
        `this step of a JSON patch is not supported: ${shownValue(op ?? step)} ${typeof path === 'string' ? path : ''}`.trim();
      const expected =
        'add, replace or remove of a field such as /maxParallelImagePulls, or of a value such as /featureGates/EventedPLEG';
      problems.at({ document, path: [index] }, { code: 'JSON_PATCH', message, expected });
      continue;
    }
    const set = op === 'remove' ? null : value;
    const old = fields[field];
    fields[field] = key === undefined ? set : { ...(isMapping(old) ? old : {}), [key]: set };
    paths.set(parts.join('.'), [index, 'value']);
  }
  const placeOf = (field: string) => ({
    document,
    path: paths.get(field) ?? paths.get(field.split('.', 1)[0] ?? '') ?? [],
  });
  return {
    title: 'kubeadm patch of KubeletConfiguration',
    rank: 'over',
    document,
    origin: steps,
    fields,
    placeOf,
    isOneOfSeveral: true,
  };
}

/** RFC 6901. */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

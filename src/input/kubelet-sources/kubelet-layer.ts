import type { Path, Place, SourceDocument } from '../documents/source-document.ts';

/** What lies over what: a kubelet's configuration file, patches of it, drop-in files in order of their names, flags. */
export const layerRanks = ['below', 'base', 'over', 'dropIn', 'flags'] as const;

/** Fields of KubeletConfiguration from one place. */
export interface KubeletLayer {
  /** What tells them, for people: `EKS NodeConfig`. */
  readonly title: string;
  readonly rank: (typeof layerRanks)[number];
  readonly document: SourceDocument;
  /** The object that tells it: what one object tells in several places is not one too many. */
  readonly origin: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where a field, or a value of a map such as `featureGates.EventedPLEG`, stands. */
  readonly placeOf: (field: string) => Place;
  /** Several of a kind lie over each other instead of being one too many. */
  readonly isOneOfSeveral?: true;
}

/** The layer of fields that stand as they are in a mapping at `path`. */
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

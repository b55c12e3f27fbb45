import type { Path, Place, SourceDocument } from '../documents/source-document.ts';

/** The order of precedence: a kubelet's configuration file, patches of it, drop-in files in order of their names, flags. */
export const layerRanks = ['below', 'base', 'over', 'dropIn', 'flags'] as const;

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

import { type Place, positionOf, type SourceDocument } from '../../inputs/documents/source-document.ts';

/**
 * Where something was found: a file with line and column from 1, or an option as written, or nothing if
 * nobody wrote it.
 */
export interface LintPlace {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The document itself, so that comments beside the place can be read. */
  readonly document?: SourceDocument;
}

/** The place of a value of a document. */
export function lintPlace(place: Place): LintPlace {
  const { document } = place;
  if (document.option !== undefined) return { file: document.source.name };
  return { file: document.source.name, ...positionOf(place), document };
}

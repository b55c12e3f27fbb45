import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';

/** A run as a link or a file carries it: its input, not its result. */
export interface SharedRun {
  readonly sources: readonly SourceText[];
  readonly settings: RunRequest;
}

/** The run of a link or a file, or in words why it could not be read. */
export type ReadSharedRun = { readonly ok: true; readonly run: SharedRun } | { readonly ok: false; readonly message: string };

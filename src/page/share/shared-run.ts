import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';

/** A run as a link or a file carries it: what it is made of, not what came of it. */
export interface SharedRun {
  readonly sources: readonly SourceText[];
  readonly settings: RunRequest;
}

/** What a link or a file was read as, or in words why it was not. */
export type ReadSharedRun = { readonly ok: true; readonly run: SharedRun } | { readonly ok: false; readonly message: string };

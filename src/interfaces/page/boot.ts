import type { SourceText } from '../../inputs/documents/source-document.ts';
import type { RunOrigin } from './worker/worker-protocol.ts';

/**
 * The data that the page finds in its own HTML, as JSON in the element `windlass-boot`. It is the only
 * difference between the server, the static site and the single file.
 */
export interface Boot {
  /** The run that is shown first; absent if the page asks for files. */
  readonly request?: RunOrigin;
  readonly examples: readonly ExampleSource[];
  /** The page beside this one that replays runs; absent if there is none, as in a single file. */
  readonly replayPage?: string;
}

export interface ExampleSource {
  /** The example's name, `head-of-line-blocking`. */
  readonly name: string;
  /** What it shows, `One large image holds up every other pod of the node`. */
  readonly title: string;
  /** The question that it answers, `Why does one large image hold up every other pod of the node?`. */
  readonly question?: string;
  /** What happens and why, in paragraphs. */
  readonly story: readonly string[];
  readonly sources: readonly SourceText[];
}

/**
 * The id of the element with the boot data, and of the one with the worker's source if the page is a single
 * file.
 */
export const bootElementId = 'windlass-boot';
export const workerElementId = 'windlass-worker';

/** A part of the page's code or data that few visits need: it is loaded when it is needed (part.ts). */
export type PartName = 'charts' | 'editor';

/** Returns the id of the element with the text of a part, in a page that is a single file. */
export function partElementId(name: PartName): string {
  return `windlass-part-${name}`;
}

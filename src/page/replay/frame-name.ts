/** What the name of its frame tells the own viewer. */
export interface FrameWords {
  /** When virtual time begins, in ms since 1970. */
  readonly epochMs?: number;
  /** The actor that it shows first, by its path. */
  readonly actor?: string;
}

/** Returns the name of the frame of a replay. */
export function frameName(epochMs: number, actor: string | undefined): string {
  return `windlass-${epochMs}${actor === undefined ? '' : ` ${actor}`}`;
}

/** Reads the name of the own window; any other page that uses the viewer says nothing by it. */
export function wordsOfFrame(name: string): FrameWords {
  const [, epoch, actor] = /^windlass-(-?\d+)(?: (.+))?$/s.exec(name) ?? [];
  return { ...(epoch === undefined ? {} : { epochMs: Number(epoch) }), ...(actor === undefined ? {} : { actor }) };
}

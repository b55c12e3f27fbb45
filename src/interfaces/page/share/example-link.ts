/** What a link into the page shows: an example, and the moment and the actor to begin with. */
export interface ExampleLink {
  /** The name of the example, `head-of-line-blocking`. */
  readonly example: string;
  /** The actor whose statechart is shown, by its path, and a node for which it works. */
  readonly shown?: { readonly node: string; readonly actor: string };
  /** Where the playhead stands, in virtual ms. */
  readonly atMs?: number;
}

/**
 * Returns the fragment of the page's address that opens this, `#example=gc-thrash&at=1500`. Browsers do not
 * send it to the server.
 */
export function exampleFragment({ example, shown, atMs }: ExampleLink): string {
  const fields = new URLSearchParams({ example, ...shown });
  if (atMs !== undefined) fields.set('at', String(atMs));
  return `#${fields}`;
}

/**
 * Reads such a fragment. Undefined if it names no example; other keys are ignored, and so is a time that is
 * none.
 */
export function readExampleLink(fragment: string): ExampleLink | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const example = fields.get('example');
  if (example === null) return undefined;
  const [node, actor] = [fields.get('node'), fields.get('actor')];
  const atMs = Number(fields.get('at') ?? Number.NaN);
  return {
    example,
    ...(node === null || actor === null ? {} : { shown: { node, actor } }),
    ...(atMs >= 0 && Number.isFinite(atMs) ? { atMs } : {}),
  };
}

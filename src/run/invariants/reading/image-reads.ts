import type { RecordOf } from '../../../trace/record.ts';

/**
 * Whether this is work for a container that reads a lazily pulled image, or for the rest of it behind: no pull, and
 * no slot of the runtime. The image may be asked for again after the node has gone down.
 */
export function isOfRead({ actor }: { readonly actor: string }): boolean {
  return /\/images\/reads\/\d+#fetch(?:\/\d+)?$/.test(actor);
}

/** Whether it is for the rest of such an image, which a run does not wait for. */
export function isOfRest({ digest }: RecordOf<'fetch'>): boolean {
  return digest.endsWith('#rest');
}

/**
 * What becomes of content that a failed pull has fetched: `left`, the beginning of a layer that is on the disk; `collected`,
 * all that nobody needed is gone.
 */
export interface ContentObservation {
  readonly type: 'content';
  readonly state: 'left' | 'collected';
  /** left: the layer. */
  readonly digest?: string;
  /** left: of the layer, from its beginning; collected: what really left the disk. */
  readonly bytes: number;
}

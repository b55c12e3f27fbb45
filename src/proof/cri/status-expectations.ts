import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { type CriCall, overlap } from './cri-call.ts';
import type { ServedImage } from './cri-trace.ts';
import { cancelMsMax } from './time-limits.ts';

/** What ImageStatus has to answer for a name of an image. */
export type StatusExpectation =
  | { readonly kind: 'absent'; readonly because: 'never pulled' | 'pull failed' | 'removed' }
  | {
      readonly kind: 'present';
      readonly digest: string;
      /** The pull that brought it. */
      readonly pull: number;
      /** The last removal of another image since then; absent: none. */
      readonly otherRemoval?: number;
    }
  /** The script leaves it open: it was cancelled, or removed while it was pulled. */
  | { readonly kind: 'unknown' };

type ServedAt = (image: string, atMs: number) => ServedImage | undefined;

const neverPulled: StatusExpectation = { kind: 'absent', because: 'never pulled' };
const unknown: StatusExpectation = { kind: 'unknown' };

/**
 * Returns what each call of ImageStatus has to answer, by the number of the call. What a call has changed is known
 * once it is answered; a call of ImageStatus while an image is pulled is left open.
 */
export function expectedStatuses(
  calls: readonly CriCall[],
  servedAt: ServedAt,
): ReadonlyMap<number, StatusExpectation> {
  const names = new ImageNames(calls, servedAt);
  const expectations = new Map<number, StatusExpectation>();
  for (const call of [...calls].sort((one, other) => one.endMs - other.endMs || one.call - other.call)) {
    if (call.op === 'status') expectations.set(call.call, names.expected(call));
    else if (call.op === 'pull') names.pulled(call);
    else if (call.op === 'remove') names.removed(call);
  }
  return expectations;
}

/** What the runtime has under every name of every image, as far as the answers say. */
class ImageNames {
  readonly #calls: readonly CriCall[];
  readonly #servedAt: ServedAt;
  readonly #states = new Map<string, StatusExpectation>();
  /** The names of each image that were used. */
  readonly #namesByImage = new Map<string, Set<string>>();

  constructor(calls: readonly CriCall[], servedAt: ServedAt) {
    this.#calls = calls;
    this.#servedAt = servedAt;
  }

  expected(call: CriCall): StatusExpectation {
    if (this.#isDisturbed(call, (other) => other.op !== 'status' && other.op !== 'list')) return unknown;
    return this.#states.get(call.reference) ?? neverPulled;
  }

  pulled(pull: CriCall): void {
    const { image, reference, reply, cancelMs } = pull;
    const served = this.#servedAt(image, pull.startMs);
    const isMoved = served?.digest !== this.#servedAt(image, pull.endMs)?.digest;
    const isRemoved = this.#isDisturbed(pull, ({ op }) => op === 'remove');
    const names = this.#namesAfter(pull, served);
    if (reply.code === 'OK' && served !== undefined && !isMoved && !isRemoved) {
      if (reference.endsWith(':1')) this.#forgetOtherDigests(image, served.digest);
      for (const name of names)
        this.#set(image, name, { kind: 'present', digest: served.digest, pull: pull.call });
      return;
    }
    const isOpen = isRemoved || reply.code === 'OK' || reply.code === 'none' || cancelMs !== undefined;
    for (const name of names) {
      const before = this.#states.get(name) ?? neverPulled;
      const isKept = before.kind === 'present' && !isRemoved && !isMoved && before.digest === served?.digest;
      if (isOpen) this.#set(image, name, isKept ? before : unknown);
      else if (before === neverPulled) this.#set(image, name, { kind: 'absent', because: 'pull failed' });
    }
  }

  removed(removal: CriCall): void {
    const { image, reference, reply } = removal;
    const names = this.#namesByImage.get(image) ?? new Set();
    if (reply.code !== 'OK' || this.#isDisturbed(removal, ({ op }) => op === 'pull')) {
      for (const name of names) this.#states.set(name, unknown);
      return;
    }
    const state = this.#states.get(reference) ?? neverPulled;
    this.#noteRemoval(removal, state);
    if (state.kind === 'absent') return;
    // Removed by its id, an image goes with all its names; by one name, a runtime may keep it under the others, and
    // then knows it by its digest all the same.
    const isById = !reference.includes('/');
    const isKnownByTag = reference.includes('@') && this.#hasTagOf(removal, state);
    for (const name of names) {
      const other = this.#states.get(name) ?? neverPulled;
      const isSame = state.kind === 'present' && other.kind === 'present' && other.digest === state.digest;
      if ((name === reference && !isKnownByTag) || (isById && isSame))
        this.#states.set(name, { kind: 'absent', because: 'removed' });
      else if (other.kind === 'present') this.#states.set(name, unknown);
    }
  }

  /** Whether the image of a digest may have its tag besides. */
  #hasTagOf({ image, reference }: CriCall, removed: StatusExpectation): boolean {
    const tag = `${reference.slice(0, reference.indexOf('@'))}:1`;
    const state = this.#namesByImage.get(image)?.has(tag) ? this.#states.get(tag) : undefined;
    if (state?.kind !== 'present' || removed.kind !== 'present') return state?.kind === 'unknown';
    return state.digest === removed.digest;
  }

  /** Other images stay. One with the same content is the same image to a runtime: what becomes of it is left open. */
  #noteRemoval({ image, call }: CriCall, removed: StatusExpectation): void {
    for (const [other, names] of this.#namesByImage)
      for (const name of other === image ? [] : names) {
        const state = this.#states.get(name);
        if (state?.kind !== 'present') continue;
        const isSame = removed.kind === 'present' && removed.digest === state.digest;
        this.#states.set(name, isSame ? unknown : { ...state, otherRemoval: call });
      }
  }

  /** The names that an image has after a pull: the one that was asked for, its digest, and what the pull answered. */
  #namesAfter(
    { reference, reply: { imageRef } }: CriCall,
    served: ServedImage | undefined,
  ): readonly string[] {
    const repository = reference.replace(/(?:@sha256:[a-f\d]+|:1)$/, '');
    const digest = served === undefined ? [] : [`${repository}@${served.digest}`];
    return [...new Set([reference, ...digest, ...(imageRef === undefined ? [] : [imageRef])])];
  }

  /** After the tag has moved, a runtime may keep the content before or not. */
  #forgetOtherDigests(image: string, digest: string): void {
    for (const name of this.#namesByImage.get(image) ?? []) {
      const state = this.#states.get(name);
      if (state?.kind === 'present' && state.digest !== digest) this.#states.set(name, unknown);
    }
  }

  #set(image: string, name: string, state: StatusExpectation): void {
    getOrInsert(this.#namesByImage, image, () => new Set<string>()).add(name);
    this.#states.set(name, state);
  }

  #isDisturbed(call: CriCall, disturbs: (other: CriCall) => boolean): boolean {
    return this.#calls.some(
      (other) =>
        other !== call && other.image === call.image && disturbs(other) && overlap(call, withItsEnd(other)),
    );
  }
}

/** A runtime learns later than the client that a call is cancelled, and may have done its work by then. */
function withItsEnd(call: CriCall): CriCall {
  return call.cancelMs === undefined ? call : { ...call, endMs: call.endMs + cancelMsMax };
}

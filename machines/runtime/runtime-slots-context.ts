import { type Fifo, find, peek, remove, shift } from '../../src/rules/collections/fifo.ts';
import { get, type SortedMap, set } from '../../src/rules/collections/sorted-map.ts';
import type { PullSlotsInput, SlotRequested } from '../pull/pull-slots.ts';
import type { RecorderEvent } from '../world/recorder.ts';

export type RuntimeSlotRequested = SlotRequested & {
  /** The record for the trace if the requester must wait. */
  readonly wait: SlotWait;
};

export interface SlotWait {
  readonly record: Omit<Extract<RecorderEvent, { type: 'RECORD' }>, 'because'>;
  /** The kind of cause that a slot of this kind is. */
  readonly kind: 'downloadSlot' | 'unpackSlot';
  /** The name under which the trace knows the holder. */
  readonly holder: string;
}

export interface RuntimeSlotsInput extends PullSlotsInput {
  /** How many of them the layers of one image may have; absent: all. */
  readonly slotsMaxPerImage?: number;
}

export interface RuntimeSlotsContext {
  readonly input: RuntimeSlotsInput;
  readonly slotsInUse: number;
  /** The holder that got a slot last; while no slot is free, it still has it. */
  readonly lastHolder: string;
  readonly waiting: Fifo<RuntimeSlotRequested>;
  /** Absent where slots are not counted by image. */
  readonly byImage?: SlotsByImage;
}

/** What the layers of one image have of the slots. */
interface ImageSlots {
  readonly slotsInUse: number;
  readonly lastHolder: string;
}

/** The slots in use by image, where the layers of one image may not have all of them. */
type SlotsByImage = SortedMap<ImageSlots>;

const noSlots: ImageSlots = { slotsInUse: 0, lastHolder: '' };

function imageOf({ record: { observation } }: SlotWait): string {
  return 'image' in observation ? (observation.image ?? '') : '';
}

function slotsOf({ byImage }: RuntimeSlotsContext, image: string): ImageSlots {
  return get(byImage, image) ?? noSlots;
}

/** Whether the layers of the image have as many slots as they may, once `released` of them are given back. */
function isFull(context: RuntimeSlotsContext, image: string, released = 0): boolean {
  return slotsOf(context, image).slotsInUse - released >= (context.input.slotsMaxPerImage ?? Infinity);
}

/** Whether this request has to wait for another layer of its image. */
export function waitsForImage(context: RuntimeSlotsContext, wait: SlotWait): boolean {
  return context.input.slotsMaxPerImage !== undefined && isFull(context, imageOf(wait));
}

/** Returns who has a slot that this request waits for, by the name that the trace has for it. */
export function holderBefore(context: RuntimeSlotsContext, wait: SlotWait): string {
  return waitsForImage(context, wait) ? slotsOf(context, imageOf(wait)).lastHolder : context.lastHolder;
}

/**
 * Returns the request that gets a slot which the layers of `image` give back: the first in line whose image may have
 * one more; undefined if there is none.
 */
export function nextInLine(
  context: RuntimeSlotsContext,
  image: string | undefined,
): RuntimeSlotRequested | undefined {
  const { input, waiting } = context;
  if (input.slotsMaxPerImage === undefined) return waiting.size > 0 ? peek(waiting) : undefined;
  return find(waiting, ({ wait }) => !isFull(context, imageOf(wait), imageOf(wait) === image ? 1 : 0));
}

/** Returns the slots of images after this request has got one; nothing where there is no limit for an image. */
export function withSlot(context: RuntimeSlotsContext, wait: SlotWait): Pick<RuntimeSlotsContext, 'byImage'> {
  const { byImage, input } = context;
  if (input.slotsMaxPerImage === undefined) return {};
  const image = imageOf(wait);
  const { slotsInUse } = slotsOf(context, image);
  return { byImage: set(byImage, image, { slotsInUse: slotsInUse + 1, lastHolder: wait.holder }) };
}

/** Returns them after the image has given one back. */
export function withoutSlot(
  context: RuntimeSlotsContext,
  image: string | undefined,
): Pick<RuntimeSlotsContext, 'byImage'> {
  if (image === undefined || context.input.slotsMaxPerImage === undefined) return {};
  const { slotsInUse, lastHolder } = slotsOf(context, image);
  return { byImage: set(context.byImage, image, { slotsInUse: slotsInUse - 1, lastHolder }) };
}

/** Returns that request; throws if there is none. */
export function requireNext(context: RuntimeSlotsContext, image: string | undefined): RuntimeSlotRequested {
  const next = nextInLine(context, image);
  if (next === undefined) throw new Error(`${context.input.name}: no request waits`);
  return next;
}

/** Returns the change when the request that is next gets the slot that the image gives back. */
export function passedOn(
  context: RuntimeSlotsContext,
  image: string | undefined,
): Partial<RuntimeSlotsContext> {
  const next = requireNext(context, image);
  const waiting =
    context.input.slotsMaxPerImage === undefined
      ? shift(context.waiting)
      : remove(context.waiting, (request) => request === next);
  const freed = { ...context, ...withoutSlot(context, image) };
  return { lastHolder: next.wait.holder, waiting, ...withSlot(freed, next.wait) };
}

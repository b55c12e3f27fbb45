import type { EventObject } from 'xstate';

export type EffectKind = 'post' | 'raise' | 'cancel' | 'start' | 'invoke' | 'stop' | 'emit' | 'defer';

/** Something that an actor causes outside itself. */
export class Effect {
  kind: EffectKind = 'defer';
  /** The receiver, the child, or the deferred function. */
  target: unknown = undefined;
  event: EventObject | undefined = undefined;
  delay: number | undefined = undefined;
  /** The id of a timer. */
  id: string | undefined = undefined;
  /** The name by which the receiver was found, or how the child was created, for inspection only. */
  origin: unknown = undefined;
  /**
   * False for an effect of an actor that is not started: its action is reported first, and then the effect
   * waits once more.
   */
  isDue = true;

  set(
    kind: EffectKind,
    target: unknown,
    event?: EventObject,
    delay?: number,
    id?: string,
    origin?: unknown,
  ): this {
    this.kind = kind;
    this.target = target;
    this.event = event;
    this.delay = delay;
    this.id = id;
    this.origin = origin;
    return this;
  }
}

/**
 * The effects of all actors that are in the middle of something, the latest one's on top. Its objects are
 * used again and again.
 */
export class EffectStack {
  readonly #effects: Effect[] = [];
  size = 0;

  push(): Effect {
    const spareEffect = this.#effects[this.size];
    const effect = spareEffect ?? new Effect();
    if (spareEffect === undefined) this.#effects.push(effect);
    this.size++;
    return effect;
  }

  at(index: number): Effect | undefined {
    return this.#effects[index];
  }
}

import type { Reel } from './reel.ts';

interface FrameFeedOptions {
  /** The page in the frame takes messages from now on. */
  readonly onConnected: () => void;
  /** The frame shows more than it should, so it must be emptied. */
  readonly onTooFar: () => void;
}

/** Messages per turn, so that the page can react to a click in between. */
const messagesPerTurn = 250;
/** Dragging a slider goes back many times; the frame is emptied when the slider rests. */
const restMs = 150;

/**
 * Brings the page in a frame to the position of the replay. As soon as the page says that it takes messages,
 * it gets all of them from the beginning, then those that follow.
 */
export class FrameFeed {
  readonly #options: FrameFeedOptions;
  #reel: Reel;
  #frame: Window | undefined;
  #origin = '';
  #isConnected = false;
  #sent = 0;
  #wanted = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reel: Reel, options: FrameFeedOptions) {
    this.#reel = reel;
    this.#options = options;
    window.addEventListener('message', this.#hear);
  }

  /** Sends to this frame from now on. `origin` is that of its page; no other page gets the messages. */
  attach(frame: Window | null, origin: string): void {
    this.#stopTimer();
    this.#frame = frame ?? undefined;
    this.#origin = origin;
    this.#isConnected = false;
    this.#sent = 0;
  }

  /** Sets what should be visible: so many steps of this reel. */
  show(reel: Reel, position: number): void {
    if (reel !== this.#reel) {
      this.#reel = reel;
      // What the frame has shown belongs to another reel.
      if (this.#sent > 0) this.#sent = Number.POSITIVE_INFINITY;
    }
    this.#wanted = position;
    if (!this.#isConnected) return;
    if (position < this.#sent) this.#later(restMs);
    else if (this.#timer === undefined) this.#send();
  }

  close(): void {
    this.#stopTimer();
    window.removeEventListener('message', this.#hear);
  }

  readonly #hear = (event: MessageEvent<unknown>): void => {
    if (this.#frame === undefined || event.source !== this.#frame) return;
    if (event.origin !== this.#origin) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== '@statelyai.connected')
      return;
    this.#isConnected = true;
    this.#sent = 0;
    this.#stopTimer();
    this.#options.onConnected();
    this.#send();
  };

  #send(): void {
    const { length } = this.#reel;
    let messages = 0;
    while (this.#sent < Math.min(this.#wanted, length) && messages < messagesPerTurn) {
      for (const message of this.#reel.messages(this.#sent, this.#sent + 1)) {
        this.#frame?.postMessage(message, this.#origin);
        messages += 1;
      }
      this.#sent += 1;
    }
    if (this.#sent < Math.min(this.#wanted, length)) this.#later(0);
  }

  #later(ms: number): void {
    this.#stopTimer();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#wanted < this.#sent) this.#options.onTooFar();
      else this.#send();
    }, ms);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

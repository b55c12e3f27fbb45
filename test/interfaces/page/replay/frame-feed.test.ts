import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FrameFeed } from '../../../../src/interfaces/page/replay/frame-feed.ts';
import type { Reel } from '../../../../src/interfaces/page/replay/reel.ts';

/** A reel of so many steps; of each it tells two messages. */
function reelOf(length: number): Reel {
  const messages = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => [`${from + index} a`, `${from + index} b`]).flat();
  return { length, messages } as unknown as Reel;
}

/** A frame that remembers what it is told. */
class Frame {
  told: string[] = [];
  origins = new Set<string>();
  postMessage(message: string, origin: string): void {
    this.told.push(message);
    this.origins.add(origin);
  }
  /** The steps that it has been told of, counted. */
  get steps(): number {
    return this.told.length / 2;
  }
}

const origin = 'https://stately.ai';
let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function say(source: unknown, data: unknown = { type: '@statelyai.connected' }, from = origin): void {
  page.dispatchEvent(Object.assign(new Event('message'), { source, data, origin: from }));
}

function feedOf(length: number) {
  const reel = reelOf(length);
  const told = { connected: 0, tooFar: 0 };
  const feed = new FrameFeed(reel, { onConnected: () => told.connected++, onTooFar: () => told.tooFar++ });
  const frame = new Frame();
  feed.attach(frame as unknown as Window, origin);
  return { feed, frame, reel, told };
}

describe('a frame', () => {
  test('is told everything from the beginning as soon as it takes messages, and then what follows', () => {
    const { feed, frame, reel, told } = feedOf(9);
    feed.show(reel, 2);
    expect(frame.told).toEqual([]);
    say(frame);
    expect(told).toEqual({ connected: 1, tooFar: 0 });
    expect(frame.told).toEqual(['0 a', '0 b', '1 a', '1 b']);
    feed.show(reel, 3);
    expect(frame.told.slice(4)).toEqual(['2 a', '2 b']);
    feed.show(reel, 99);
    expect(frame.steps).toBe(9);
    expect([...frame.origins]).toEqual([origin]);
    say(frame);
    expect(frame.steps).toBe(18);
  });

  test.each<[string, unknown, string]>([
    ['another type', { type: 'hello' }, origin],
    ['a text', '@statelyai.connected', origin],
    ['nothing', null, origin],
    ['the word from another origin', { type: '@statelyai.connected' }, 'https://evil.example'],
  ])('that says %s is not told anything', (_, data, from) => {
    const { feed, frame, reel } = feedOf(9);
    feed.show(reel, 2);
    say(frame, data, from);
    expect(frame.told).toEqual([]);
  });

  test('is the only one that is heard', () => {
    const { feed, frame, reel, told } = feedOf(9);
    feed.show(reel, 2);
    say(new Frame());
    expect(told.connected).toBe(0);
    feed.attach(frame as unknown as Window, origin);
    say(frame, undefined, 'null');
    expect(told.connected).toBe(0);
    say(frame);
    expect([told.connected, frame.steps]).toEqual([1, 2]);
    feed.attach(null, origin);
    say(null);
    say(undefined);
    expect(told.connected).toBe(1);
  });

  test('is told no more than it can take in at a time', () => {
    const { feed, frame, reel } = feedOf(400);
    feed.show(reel, 400);
    say(frame);
    expect(frame.steps).toBe(125);
    // What is wanted meanwhile waits for its turn.
    feed.show(reel, 399);
    expect(frame.steps).toBe(125);
    vi.advanceTimersToNextTimer();
    expect(frame.steps).toBe(250);
    vi.runAllTimers();
    expect(frame.steps).toBe(399);
    expect(frame.told).toEqual([...reelOf(399).messages(0, 399)]);
  });

  test('is to be emptied when it has seen too much and the slider rests', () => {
    const { feed, frame, reel, told } = feedOf(9);
    feed.show(reel, 5);
    say(frame);
    feed.show(reel, 3);
    vi.advanceTimersByTime(100);
    feed.show(reel, 2);
    vi.advanceTimersByTime(149);
    expect(told.tooFar).toBe(0);
    vi.advanceTimersByTime(1);
    expect([told.tooFar, frame.steps]).toEqual([1, 5]);
    vi.advanceTimersByTime(1_000);
    expect(told.tooFar).toBe(1);
    const fresh = new Frame();
    feed.attach(fresh as unknown as Window, origin);
    say(fresh);
    expect(fresh.steps).toBe(2);
  });

  test('goes on where the slider came back in time', () => {
    const { feed, frame, reel, told } = feedOf(9);
    feed.show(reel, 5);
    say(frame);
    feed.show(reel, 3);
    feed.show(reel, 6);
    vi.runAllTimers();
    expect([told.tooFar, frame.steps]).toEqual([0, 6]);
  });

  test('is to be emptied where another reel is shown, unless it has seen nothing', () => {
    const seen = feedOf(9);
    seen.feed.show(seen.reel, 5);
    say(seen.frame);
    seen.feed.show(reelOf(9), 6);
    vi.runAllTimers();
    expect([seen.told.tooFar, seen.frame.steps]).toEqual([1, 5]);
    const fresh = feedOf(9);
    say(fresh.frame);
    fresh.feed.show(reelOf(3), 9);
    vi.runAllTimers();
    expect([fresh.told.tooFar, fresh.frame.steps]).toEqual([0, 3]);
  });

  test('of a feed that is closed, or has another frame, hears no more', () => {
    const { feed, frame, reel, told } = feedOf(400);
    feed.show(reel, 400);
    say(frame);
    feed.close();
    vi.runAllTimers();
    say(frame);
    expect([told.connected, frame.steps]).toEqual([1, 125]);
    const other = feedOf(400);
    other.feed.show(other.reel, 400);
    say(other.frame);
    other.feed.attach(new Frame() as unknown as Window, origin);
    vi.runAllTimers();
    expect(other.frame.steps).toBe(125);
    other.feed.show(other.reel, 1);
    vi.runAllTimers();
    expect(other.told.tooFar).toBe(0);
  });
});

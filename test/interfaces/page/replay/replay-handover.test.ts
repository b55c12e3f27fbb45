import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type HandedRun,
  handOver,
  handoverName,
  takeOver,
} from '../../../../src/interfaces/page/replay/replay-handover.ts';

/** As a browser's, in this process: what one says all others of its name hear, copied, and at once. */
class Channel {
  static open: Channel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    Channel.open.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open)
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
  }
  close(): void {
    Channel.open = Channel.open.filter((other) => other !== this);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
  Channel.open = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const handed: HandedRun = {
  title: 'web',
  shown: { atMs: 5, actor: 'a' },
  run: { epoch: '2026-01-01T00:00:00Z', steps: [], definitions: {} },
};

/** What became of a promise by now; `waits` as long as nothing did. */
async function endOf(promise: Promise<unknown>): Promise<unknown> {
  let end: unknown = 'waits';
  const settle = (value: unknown) => {
    end = value;
  };
  promise.then(settle, settle);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  return end;
}

describe('a replay page', () => {
  test('gets the run from the page that gave it the name, again after each reload, and no other', async () => {
    const end = handOver('x', async () => handed);
    handOver('y', async () => ({ ...handed, title: 'other' }));
    expect(await endOf(takeOver('x'))).toEqual(handed);
    expect(await endOf(takeOver('x'))).toEqual(handed);
    expect(Channel.open.map(({ name }) => name)).toEqual(['windlass-replay-x', 'windlass-replay-y']);
    end();
    expect(Channel.open).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['an error', new Error('the run is forgotten'), 'the run is forgotten'],
    ['anything else', 'no', 'no'],
  ])('hears why it is refused by %s', async (_, thrown, words) => {
    handOver('x', () => Promise.reject(thrown));
    expect(await endOf(takeOver('x'))).toEqual(new Error(words));
    expect(Channel.open).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not wait for ever where nobody answers', async () => {
    const lost = takeOver('x');
    vi.advanceTimersByTime(7_999);
    expect([await endOf(lost), Channel.open.length]).toEqual(['waits', 1]);
    vi.advanceTimersByTime(1);
    expect(String(await endOf(lost))).toMatch(
      /^Error: The page that opened this replay does not answer\. Open it there again/,
    );
    expect(Channel.open).toHaveLength(0);
  });

  test('waits as long as it takes once it was answered', async () => {
    let prepared = (_: HandedRun): void => undefined;
    handOver('x', () => new Promise((resolve) => (prepared = resolve)));
    const taken = takeOver('x');
    vi.advanceTimersByTime(60_000);
    prepared(handed);
    expect(await endOf(taken)).toEqual(handed);
  });

  test('that has its run is not prepared another', async () => {
    const prepare = vi.fn(async () => handed);
    handOver('x', prepare);
    await endOf(takeOver('x'));
    new Channel('windlass-replay-x').postMessage({ type: 'REPLAY.PREPARED' });
    expect(prepare).toHaveBeenCalledTimes(1);
  });
});

test('the name cannot be guessed', () => {
  const names = Array.from({ length: 50 }, handoverName);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(names).size).toBe(50);
});

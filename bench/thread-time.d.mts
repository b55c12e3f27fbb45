import type { Browser } from 'playwright-core';

/** What the threads of a page have computed, in ms of CPU, and the memory of its process. */
export interface ThreadTime {
  /** The thread that draws. */
  readonly page: number;
  /** Of its workers the one that has worked the most. */
  readonly worker: number;
  /** All of them, that one first. */
  readonly workers: readonly number[];
  readonly mib: number;
}
export function threadTime(browser: Browser): Promise<ThreadTime | undefined>;

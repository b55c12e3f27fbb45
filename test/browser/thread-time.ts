import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/**
 * What the threads of a page have computed, in ms of CPU: no program that the machine runs beside them adds
 * to it.
 */
export interface ThreadTime {
  /** The thread that draws. */
  readonly page: number;
  /** Of its workers the one that has worked the most. */
  readonly worker: number;
}

/**
 * Returns the time of the only page that has a worker; undefined where the system does not tell it of
 * threads, as only Linux does. Unlike the time on the clock it does not grow while others have the cores.
 */
export async function threadTime(browser: Browser): Promise<ThreadTime | undefined> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  for (const { id, type } of processInfo) {
    if (type !== 'renderer') continue;
    const threads = threadsOf(id);
    const workers = threads
      .filter(({ name }) => name.startsWith('DedicatedWorker'))
      .map(({ cpuMs }) => cpuMs);
    const page = threads.find(({ thread }) => thread === id);
    if (page !== undefined && workers.length > 0) return { page: page.cpuMs, worker: Math.max(...workers) };
  }
  return undefined;
}

function threadsOf(process: number): { thread: number; name: string; cpuMs: number }[] {
  try {
    return readdirSync(`/proc/${process}/task`).map((thread) => {
      const file = (name: string): string => readFileSync(`/proc/${process}/task/${thread}/${name}`, 'utf8');
      // The first figure is what the thread has run, in nanoseconds.
      return {
        thread: Number(thread),
        name: file('comm'),
        cpuMs: Number(file('schedstat').split(' ')[0]) / 1e6,
      };
    });
  } catch {
    // Another system, or a thread that has just ended.
    return [];
  }
}

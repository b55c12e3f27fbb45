// What the threads of a page compute: no program that the machine runs beside them adds to it. Only Linux tells.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the milliseconds of CPU of the only page that has a worker: of the thread that draws, and of its workers,
 * the one that has worked most first; undefined where the system does not tell it.
 */
export async function threadTime(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  for (const { id, type } of processInfo) {
    if (type !== 'renderer') continue;
    const threads = threadsOf(id);
    const workers = threads
      .filter(({ name }) => name.startsWith('DedicatedWorker'))
      .map(({ cpuMs }) => cpuMs)
      .sort((a, b) => b - a);
    const page = threads.find(({ thread }) => thread === id);
    if (page !== undefined && workers.length > 0)
      return { page: page.cpuMs, worker: workers[0], workers, mib: residentMib(id) };
  }
  return undefined;
}

function threadsOf(process) {
  try {
    return readdirSync(`/proc/${process}/task`).map((thread) => {
      const file = (name) => readFileSync(`/proc/${process}/task/${thread}/${name}`, 'utf8');
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

/** The memory of a process that is not shared with others, in MiB. */
function residentMib(process) {
  const status = readFileSync(`/proc/${process}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

import type { Browser, CDPSession } from 'playwright-core';

interface TracedEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** What the thread computed meanwhile, in µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Notes the tasks of the threads that draw pages: a page stands still as long as one of them lasts. Told is
 * what they computed, which, unlike the time on the clock, does not grow while others have the cores.
 */
export class PageTasks {
  readonly #session: CDPSession;
  readonly #events: TracedEvent[] = [];

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Tracing.dataCollected', ({ value }) =>
      this.#events.push(...(value as unknown as TracedEvent[])),
    );
  }

  /** Begins to note. */
  static async of(browser: Browser): Promise<PageTasks> {
    const tasks = new PageTasks(await browser.newBrowserCDPSession());
    const includedCategories = ['disabled-by-default-devtools.timeline'];
    await tasks.#session.send('Tracing.start', {
      traceConfig: { includedCategories, excludedCategories: ['*'] },
    });
    return tasks;
  }

  /** Ends it; returns how long each task computed, in ms of CPU, the longest first. */
  async end(): Promise<readonly number[]> {
    const complete = new Promise((resolve) => this.#session.once('Tracing.tracingComplete', resolve));
    await this.#session.send('Tracing.end');
    await complete;
    await this.#session.detach();
    const threadOf = ({ pid, tid }: TracedEvent): string => `${pid} ${tid}`;
    const drawing = new Set(
      this.#events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(threadOf),
    );
    const tasks = this.#events.filter((event) => event.name === 'RunTask' && drawing.has(threadOf(event)));
    return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a);
  }
}

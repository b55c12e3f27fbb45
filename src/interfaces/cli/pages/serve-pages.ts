import { openBrowser } from '../../web/open-browser.ts';
import { type PageAssets, readPageAssets } from '../../web/page-assets.ts';
import { type PageServer, type ServeOptions, serve } from '../../web/serve.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { portProblem } from '../port-problem.ts';
import type { Terminal } from '../terminal.ts';

interface ServePagesOptions extends ServeOptions {
  /** Whether to open the browser, if there is one. */
  readonly open: boolean;
  /** What waits until a browser has the page, `the replay`; absent if nothing does. */
  readonly waiting?: string;
}

/** Serves pages on the loopback address, prints the address to stdout, and continues until Ctrl-C. */
export async function servePages(options: ServePagesOptions, terminal: Terminal): Promise<void> {
  const { open, waiting, ...served } = options;
  const { stdout, stderr } = terminal;
  // Registered here, so that a signal during the start of the server is not lost.
  const stopped = terminal.untilStopped?.();
  const server = await serveOrFail({
    ...served,
    ...(waiting && {
      onFirstPage: () => stderr.write(`windlass: a browser has the page: ${waiting} is there\n`),
    }),
  });
  stdout.write(`${server.url}\n`);
  if (waiting !== undefined)
    stderr.write(`windlass: ${waiting} waits for the browser: nothing is sent before it has the page\n`);
  const opened = open && (await openBrowser(server.url, terminal));
  stderr.write(
    `windlass: ${opened ? 'the page opens in your browser' : 'open this address in a browser'}; Ctrl-C ends it\n`,
  );
  await stopped;
  await server.close();
}

async function serveOrFail(options: ServeOptions): Promise<PageServer> {
  try {
    return await serve(options);
  } catch (error) {
    throw portProblem(error, options.port, 'another --port, or none for a free one');
  }
}

/**
 * Returns the pages' scripts and styles. WINDLASS_PAGE names another folder of bundles, for developers of the
 * page and for tests.
 */
export async function builtAssets({ env }: Terminal): Promise<PageAssets> {
  try {
    return await readPageAssets(env.WINDLASS_PAGE);
  } catch (error) {
    throw new CommandError(exitCode.input, error instanceof Error ? error.message : String(error));
  }
}

import { type PageAssets, readPageAssets } from '../../web/page-assets.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

/** Returns the pages' scripts and styles. WINDLASS_PAGE names another folder of bundles, for developers of the page and for tests. */
export async function builtAssets({ env }: Terminal): Promise<PageAssets> {
  try {
    return await readPageAssets(env.WINDLASS_PAGE);
  } catch (error) {
    throw new CommandError(exitCode.input, error instanceof Error ? error.message : String(error));
  }
}

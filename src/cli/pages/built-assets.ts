import { type PageAssets, readPageAssets } from '../../web/page-assets.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

/** The pages' scripts and styles. WINDLASS_PAGE names another folder of bundles: for those who change the page, and for tests. */
export async function builtAssets({ env }: Terminal): Promise<PageAssets> {
  try {
    return await readPageAssets(env.WINDLASS_PAGE);
  } catch (error) {
    throw new CommandError(exitCode.input, error instanceof Error ? error.message : String(error));
  }
}

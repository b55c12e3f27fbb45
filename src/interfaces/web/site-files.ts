import type { Boot } from '../page/boot.ts';
import type { PageAssets } from './page-assets.ts';
import { pageHtml, replayPage, replayPageOf } from './page-html.ts';

const title = 'Windlass: what the kubelet does with images';

/**
 * Returns the page as files for a folder of any web host, by name. `windlass.html` has all of it in one file,
 * which opens from disk.
 */
export function siteFiles(assets: PageAssets, boot: Boot): ReadonlyMap<string, string> {
  const index = pageHtml({ title, entry: 'app', boot: { ...boot, replayPage }, mode: 'static', assets });
  const pages = [[replayPage, replayPageOf(assets, 'static').html]] as const;
  return new Map([
    ['index.html', index],
    ...pages,
    ...assets,
    ['windlass.html', pageHtml({ title, entry: 'app', boot, mode: 'single', assets })],
  ]);
}

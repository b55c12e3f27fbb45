import type { Boot } from '../page/boot.ts';
import type { PageAssets } from './page-assets.ts';
import { pageHtml } from './page-html.ts';

const title = 'Windlass: what the kubelet does with images';

/**
 * The page as files for any folder of any web host, by name; `windlass.html` is all of it in one file, which opens from disk.
 */
export function siteFiles(assets: PageAssets, boot: Boot): ReadonlyMap<string, string> {
  const page = (mode: 'static' | 'single') => pageHtml({ title, entry: 'app', boot, mode, assets });
  const parts = [...assets].filter(([name]) => /^(app|worker)\./.test(name));
  return new Map([['index.html', page('static')], ...parts, ['windlass.html', page('single')]]);
}

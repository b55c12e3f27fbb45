import { type HandedReplayBoot, hostedInspectorUrl } from '../page/replay/replay-boot.ts';
import type { PageAssets } from './page-assets.ts';
import { pageHtml } from './page-html.ts';
import type { ServedPage } from './serve.ts';

/** The name of the page that replays the run of another page. */
export const replayPage = 'replay.html';

/** The replay page without a run of its own. */
export function replayPageOf(assets: PageAssets, mode: 'served' | 'static'): ServedPage {
  const boot: HandedReplayBoot = { isHanded: true, inspectorUrl: hostedInspectorUrl, viewer: 'hosted', actors: '' };
  const frames = [new URL(hostedInspectorUrl).origin];
  return { html: pageHtml({ title: 'Replay · Windlass', entry: 'replay', mode, boot, assets, frames }), frames };
}

import { type HandedReplayBoot, hostedInspectorUrl } from '../page/replay/replay-boot.ts';
import type { PageAssets } from './page-assets.ts';
import { pageHtml } from './page-html.ts';
import type { ServedPage } from './serve.ts';

/** The name of the page that replays what the page of a run hands to it. */
export const replayPage = 'replay.html';

/** The replay page without a run of its own, and the viewer that it frames, by name. */
export function replayPages(assets: PageAssets, mode: 'served' | 'static'): ReadonlyMap<string, ServedPage> {
  const boot: HandedReplayBoot = { isHanded: true, inspectorUrl: hostedInspectorUrl, viewer: 'hosted', actors: '' };
  const frames = ["'self'", new URL(hostedInspectorUrl).origin];
  const replay = pageHtml({ title: 'Replay · Windlass', entry: 'replay', mode, boot, assets, frames });
  const viewer = pageHtml({ title: 'Actors', entry: 'viewer', mode, boot: {}, assets });
  return new Map([
    [replayPage, { html: replay, frames }],
    ['viewer.html', { html: viewer, isFramed: true }],
  ]);
}

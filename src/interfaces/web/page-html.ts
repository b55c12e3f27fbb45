import { bootElementId, type PartName, partElementId, workerElementId } from '../page/boot.ts';
import { type HandedReplayBoot, hostedInspectorUrl } from '../page/replay/replay-boot.ts';
import { singleFilePolicy, staticPolicy } from './content-policy.ts';
import type { PageAssets } from './page-assets.ts';
import type { ServedPage } from './serve.ts';

interface PageOptions {
  readonly title: string;
  /** The bundle that starts the page; `entry` and `.js` is an asset. */
  readonly entry: 'app' | 'replay';
  /** Plain data for the page, see src/interfaces/page/boot.ts. It may contain text of strangers. */
  readonly boot: unknown;
  /**
   * `served`: scripts and styles are beside the page, whose headers have the policy; `static`: the same with
   * the policy in the page; `single`: everything is in the page, which loads nothing.
   */
  readonly mode: 'served' | 'static' | 'single';
  readonly assets: PageAssets;
  /** The origins of the pages that it may frame, if no header says it. */
  readonly frames?: readonly string[];
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%232a6fdb' d='M2 2h8v3H2zM5 6.5h9v3H5zM2 11h6v3H2z'/%3E%3C/svg%3E";

/**
 * Returns the HTML of a page. Nothing in its data or code can end the element in which it stands. Throws if
 * an asset is missing.
 */
export function pageHtml({ title, entry, boot, mode, assets, frames }: PageOptions): string {
  const script = assetOf(assets, `${entry}.js`);
  const style = assets.get(`${entry}.css`);
  const single = mode === 'single' ? singleParts(script, partsIn(entry, assets), style, frames) : undefined;
  const policy = single?.policy ?? (mode === 'static' ? staticPolicy(frames) : undefined);
  const lines = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    ...(policy === undefined ? [] : [`<meta http-equiv="Content-Security-Policy" content="${policy}">`]),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${htmlText(title)}</title>`,
    `<link rel="icon" href="${icon}">`,
    ...(style === undefined
      ? []
      : [
          single === undefined
            ? `<link rel="stylesheet" href="${entry}.css">`
            : `<style>${single.style}</style>`,
        ]),
    '</head>',
    '<body>',
    '<div id="app"></div>',
    '<noscript>This page needs JavaScript: it draws what a simulation did, and simulates.</noscript>',
    `<script type="application/json" id="${bootElementId}">${jsonInHtml(boot)}</script>`,
    ...(single === undefined
      ? [`<script src="${entry}.js"></script>`]
      : [
          ...(entry === 'app'
            ? [
                `<script type="application/json" id="${workerElementId}">${jsonInHtml(assetOf(assets, 'worker.js'))}</script>`,
              ]
            : []),
          ...single.parts.map(
            ({ name, code }) =>
              `<script type="application/json" id="${partElementId(name)}">${jsonInHtml(code)}</script>`,
          ),
          `<script>${single.script}</script>`,
        ]),
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

/** What each page loads when it needs it (src/interfaces/page/part.ts). */
const partsOf: Readonly<Record<PageOptions['entry'], readonly PartName[]>> = {
  app: ['charts', 'editor'],
  replay: ['charts'],
};

function partsIn(entry: PageOptions['entry'], assets: PageAssets): readonly PartCode[] {
  return partsOf[entry].map((name) => ({ name, code: assetOf(assets, `part-${name}.js`) }));
}

interface PartCode {
  readonly name: PartName;
  readonly code: string;
}

/** Returns what a page that is one file consists of, and the policy that allows exactly these. */
function singleParts(
  code: string,
  given: readonly PartCode[],
  css: string | undefined,
  frames: readonly string[] | undefined,
) {
  const script = scriptInHtml(code);
  const parts = given.map((part) => ({ ...part, code: lineFeedsOnly(part.code) }));
  const style = css === undefined ? undefined : styleInHtml(css);
  const scripts = [script, ...parts.map((part) => part.code)];
  const policy = singleFilePolicy(scripts, style === undefined ? [] : [style], frames);
  return { script, parts, style, policy };
}

function assetOf(assets: PageAssets, name: string): string {
  const asset = assets.get(name);
  if (asset === undefined) throw new Error(`the page has no ${name}: it was not built (npm run build)`);
  return asset;
}

/**
 * Returns JSON that neither HTML nor an old JavaScript parser can misread. The escapes mean the same to
 * JSON.parse.
 */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns code in which nothing ends a script element or begins a comment. Such characters occur only in
 * strings and patterns.
 */
function scriptInHtml(code: string): string {
  return lineFeedsOnly(code)
    .replace(/<(?=!--|\/?script)/gi, '\\x3c')
    .replaceAll('\0', '\\x00');
}

function styleInHtml(css: string): string {
  return lineFeedsOnly(css).replace(/<(?=\/)/g, '\\3c ');
}

/** A browser reads every line end as a line feed, and the hash is of what it reads. */
function lineFeedsOnly(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function htmlText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The name of the page that replays the run of another page. */
export const replayPage = 'replay.html';

/** The replay page without a run of its own. */
export function replayPageOf(assets: PageAssets, mode: 'served' | 'static'): ServedPage {
  const boot: HandedReplayBoot = {
    isHanded: true,
    inspectorUrl: hostedInspectorUrl,
    viewer: 'hosted',
    actors: '',
  };
  const frames = [new URL(hostedInspectorUrl).origin];
  return {
    html: pageHtml({ title: 'Replay · Windlass', entry: 'replay', mode, boot, assets, frames }),
    frames,
  };
}

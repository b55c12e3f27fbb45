import { sha256 } from '@noble/hashes/sha2.js';
import { html, Markup } from './markup.ts';
import { reportStyle } from './report-style.ts';

/** Returns a whole page with the style of reports. It loads, runs and sends nothing. */
export function htmlPage(title: string, main: Markup): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy()}">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(reportStyle)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return page.text;
}

/** Only the page's own styles apply. */
function contentSecurityPolicy(): string {
  const hash = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(reportStyle))));
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

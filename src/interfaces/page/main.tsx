import { render } from 'preact';
import { App } from './app.tsx';
import { type Boot, bootElementId } from './boot.ts';
import { createPageSession } from './page-session.ts';
import { openExamples } from './share/open-example.ts';
import { applyKeptTheme } from './shell/theme-switch.tsx';
import './style/base.css';
import { makeTextVisible } from './visible-vnodes.ts';
import { createRunClient } from './worker/create-run-client.ts';

const place = document.getElementById('app');
if (place === null) throw new Error('the page has no place for the app');
const data = document.getElementById(bootElementId)?.textContent;
const boot: Boot =
  data === undefined || data === null || data.trim() === '' ? { examples: [] } : JSON.parse(data);

applyKeptTheme();
makeTextVisible();
const client = createRunClient();
const session = createPageSession(client);
// The worker starts before the first picture is drawn.
if (boot.request !== undefined) {
  const { request } = boot;
  if (request.kind === 'show')
    session.send({ type: 'INPUT.CHOSEN', sources: [{ name: request.name, text: request.trace }] });
  else session.send({ type: 'INPUT.CHOSEN', sources: request.sources, settings: request.settings });
}
openExamples(location, session, boot.examples);
render(<App session={session} client={client} boot={boot} />, place);

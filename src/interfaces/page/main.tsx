import { render } from 'preact';
import { connectAddress, openBoot } from './address/connect-address.ts';
import { App } from './app.tsx';
import { type Boot, bootElementId } from './boot.ts';
import { createPageSession } from './page-session.ts';
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
if (location.hash === '') openBoot(session, boot);
connectAddress(session, client, boot, window);
render(<App session={session} client={client} boot={boot} />, place);

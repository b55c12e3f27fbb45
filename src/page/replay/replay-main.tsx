import { render } from 'preact';
import { bootElementId } from '../boot.ts';
import '../style/base.css';
import { makeTextVisible } from '../visible-vnodes.ts';
import { HandedReplay } from './handed-replay.tsx';
import { ReplayApp } from './replay-app.tsx';
import { type HandedReplayBoot, type ReplayBoot, viewerElementId } from './replay-boot.ts';

const place = document.getElementById('app');
const text = document.getElementById(bootElementId)?.textContent;
if (place === null || text == null) throw new Error('the page has no place for the replay, or nothing to replay');
const inner = document.getElementById(viewerElementId)?.textContent;
const viewerHtml = inner == null ? undefined : (JSON.parse(inner) as string);
const boot = JSON.parse(text) as ReplayBoot | HandedReplayBoot;
makeTextVisible();
if ('isHanded' in boot) render(<HandedReplay boot={boot} name={location.hash.slice(1)} />, place);
else render(<ReplayApp boot={boot} viewerHtml={viewerHtml} />, place);

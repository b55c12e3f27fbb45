import { render } from 'preact';
import { bootElementId } from '../boot.ts';
import '../style/base.css';
import { ReplayApp } from './replay-app.tsx';
import { type ReplayBoot, viewerElementId } from './replay-boot.ts';

const place = document.getElementById('app');
const boot = document.getElementById(bootElementId)?.textContent;
if (place === null || boot == null) throw new Error('the page has no place for the replay, or nothing to replay');
const inner = document.getElementById(viewerElementId)?.textContent;
const viewerHtml = inner == null ? undefined : (JSON.parse(inner) as string);
render(<ReplayApp boot={JSON.parse(boot) as ReplayBoot} viewerHtml={viewerHtml} />, place);

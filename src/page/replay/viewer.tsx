import { createBrowserReceiver } from '@statelyai/inspect';
import { render } from 'preact';
import '../style/base.css';
import { makeTextVisible } from '../visible-vnodes.ts';
import { wordsOfFrame } from './frame-name.ts';
import { Viewer } from './viewer-app.tsx';
import { WatchedActors } from './watched-actors.ts';

// Any page that sends inspection messages to its frame or window can use this one: ours, and createBrowserInspector.
const place = document.getElementById('app');
if (place === null) throw new Error('the page has no place for the viewer');
const { epochMs, actor } = wordsOfFrame(window.name);
const watched = new WatchedActors(epochMs);
let isDue = false;
makeTextVisible();
const draw = () => {
  isDue = false;
  render(<Viewer watched={watched} turn={performance.now()} first={actor} />, place);
};
const drawSoon = () => {
  if (isDue) return;
  isDue = true;
  // Hundreds of messages at once are one drawing; a page in the background draws too.
  setTimeout(draw, 50);
};
draw();
createBrowserReceiver().subscribe((message) => {
  watched.hear(message);
  drawSoon();
});

import { createBrowserReceiver } from '@statelyai/inspect';
import { render } from 'preact';
import '../style/base.css';
import { Viewer } from './viewer-app.tsx';
import { WatchedActors } from './watched-actors.ts';

// Any page that sends inspection messages to its frame or window can use this one: ours, and createBrowserInspector.
const place = document.getElementById('app');
if (place === null) throw new Error('the page has no place for the viewer');
// The replay's frame is named after the instant that its virtual time begins with.
const epoch = /^windlass-(\d+)$/.exec(window.name)?.[1];
const watched = new WatchedActors(epoch === undefined ? undefined : Number(epoch));
let isDue = false;
const draw = () => {
  isDue = false;
  render(<Viewer watched={watched} turn={performance.now()} />, place);
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

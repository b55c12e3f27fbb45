import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActorRefFrom } from 'xstate';
import { FrameFeed } from './frame-feed.ts';
import { frameName } from './frame-name.ts';
import type { Reel } from './reel.ts';
import type { stageMachine } from './stage.ts';

export interface ViewerFrameProps {
  readonly stage: ActorRefFrom<typeof stageMachine>;
  /** undefined: the own viewer. */
  readonly hostedUrl: string | undefined;
  /** The own viewer as a page; undefined: it is at `viewer.html`. */
  readonly viewerHtml: string | undefined;
  readonly reel: Reel;
  readonly position: number;
  /** When virtual time begins, in ms since 1970: the own viewer reads it from the name of its frame. */
  readonly epochMs: number;
  /** The actor that it shows first, by its path, which it finds there too; undefined: the latest. */
  readonly actor: string | undefined;
}

/** The frame with a viewer in it, and the messages on their way there. */
export function ViewerFrame({ stage, hostedUrl, viewerHtml, reel, position, epochMs, actor }: ViewerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [generation, setGeneration] = useState(0);
  const [feed] = useState(
    () =>
      new FrameFeed(reel, {
        onConnected: () => stage.send({ type: 'FRAME.CONNECTED' }),
        onTooFar: () => setGeneration((before) => before + 1),
      }),
  );
  useEffect(() => () => feed.close(), [feed]);
  // A new page in the frame, or the same anew. Its address comes last: its first word must not be missed.
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    feed.attach(element.contentWindow, hostedUrl === undefined ? ownOrigin() : new URL(hostedUrl).origin);
    if (generation > 0) stage.send({ type: 'FRAME.RELOADED' });
    if (hostedUrl !== undefined) element.src = hostedUrl;
    else if (viewerHtml === undefined) element.src = 'viewer.html';
    else element.srcdoc = viewerHtml;
  }, [feed, stage, hostedUrl, viewerHtml, generation]);
  useEffect(() => feed.show(reel, position), [feed, reel, position]);
  const isHosted = hostedUrl !== undefined;
  return (
    <iframe
      key={`${hostedUrl ?? ''} ${generation}`}
      ref={frame}
      class="replay-frame"
      title={isHosted ? `Inspector at ${new URL(hostedUrl).host}` : 'Actors of the run'}
      referrerpolicy="no-referrer"
      {...(isHosted
        ? { sandbox: 'allow-scripts allow-same-origin allow-popups allow-forms allow-downloads' }
        : { name: frameName(epochMs, actor) })}
    />
  );
}

/** A page that was opened from a disk has no origin that could be named. */
function ownOrigin(): string {
  return location.origin === 'null' || location.protocol === 'file:' ? '*' : location.origin;
}

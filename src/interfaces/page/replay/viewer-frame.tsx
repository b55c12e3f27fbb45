import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActorRefFrom } from 'xstate';
import { FrameFeed } from './frame-feed.ts';
import type { Reel } from './reel.ts';
import type { stageMachine } from './stage.ts';

interface ViewerFrameProps {
  readonly stage: ActorRefFrom<typeof stageMachine>;
  readonly hostedUrl: string;
  readonly reel: Reel;
  readonly position: number;
}

/** The frame with the hosted inspector, and the messages to it. */
export function ViewerFrame({ stage, hostedUrl, reel, position }: ViewerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [generation, setGeneration] = useState(0);
  const [feed] = useState(
    () =>
      new FrameFeed(reel, {
        onConnected: () => stage.send({ type: 'FRAME.CONNECTED' }),
        onTooFar: () => setGeneration((before) => before + 1),
      }),
  );
  const { host, origin } = new URL(hostedUrl);
  useEffect(() => () => feed.close(), [feed]);
  // The frame gets a new page, or the same one again. Its address is set last, so that its first message is
  // not missed.
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    feed.attach(element.contentWindow, origin);
    if (generation > 0) stage.send({ type: 'FRAME.RELOADED' });
    element.src = hostedUrl;
  }, [feed, stage, hostedUrl, origin, generation]);
  useEffect(() => feed.show(reel, position), [feed, reel, position]);
  return (
    <iframe
      key={generation}
      ref={frame}
      class="replay-frame"
      title={`Inspector at ${host}`}
      referrerpolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-downloads"
    />
  );
}

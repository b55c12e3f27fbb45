import { useMemo, useState } from 'preact/hooks';
import { runRoot } from '../../../charts/inspector/stately-messages.ts';
import { countUntil } from '../../../reports/run-view/series-builder.ts';
import type { ActorHistory } from '../worker/worker-protocol.ts';
import { SequenceDiagram } from './sequence-diagram.tsx';
import { messagesOfActor, partiesOf } from './sequence-messages.ts';

interface ActorSequenceProps {
  readonly history: ActorHistory;
  readonly playheadMs: number;
  readonly onSeek: (atMs: number) => void;
  readonly onActor: (actor: string) => void;
}

/**
 * What an actor gets and sends, up to the playhead, or to the message that was clicked if several have the
 * same time.
 */
export function ActorSequence({ history, playheadMs, onSeek, onActor }: ActorSequenceProps) {
  const messages = useMemo(() => messagesOfActor(history), [history]);
  const partyOf = useMemo(() => partiesOf([history.started, ...history.partners]), [history]);
  const times = useMemo(() => messages.map(({ at }) => at), [messages]);
  const [picked, setPicked] = useState<{ readonly messages: typeof messages; readonly place: number }>();
  const isPicked = picked?.messages === messages && times[picked.place] === playheadMs;
  return (
    <SequenceDiagram
      messages={messages}
      done={isPicked ? picked.place + 1 : countUntil(times, playheadMs)}
      partyOf={partyOf}
      centre={history.started.actor}
      isChoice={(actor) => actor !== runRoot}
      onSeek={(place) => {
        setPicked({ messages, place });
        onSeek(times[place] ?? playheadMs);
      }}
      onActor={onActor}
    />
  );
}

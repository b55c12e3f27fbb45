import { useMemo } from 'preact/hooks';
import { countUntil } from '../../../reports/run-view/series-builder.ts';
import { SequenceDiagram } from '../sequence/sequence-diagram.tsx';
import { messagesOfSteps, partiesOf } from '../sequence/sequence-messages.ts';
import type { Reel } from './reel.ts';

interface ReelSequenceProps {
  readonly reel: Reel;
  /** How many of the reel's steps should be visible. */
  readonly position: number;
  /** The path of the actor that has a lifeline of its own; undefined if none was chosen. */
  readonly centre: string | undefined;
  /** Whether the actor at that path is shown. */
  readonly isShown: (actor: string) => boolean;
  readonly onSeek: (position: number) => void;
  readonly onActor: (actor: string) => void;
}

/** What the shown actors get and send. */
export function ReelSequence({ reel, position, centre, isShown, onSeek, onActor }: ReelSequenceProps) {
  const messages = useMemo(() => messagesOfSteps(reel.steps), [reel]);
  const partyOf = useMemo(
    () =>
      partiesOf(
        reel.steps.flatMap((step) => [
          ...(step.participant === undefined ? [] : [step.participant]),
          ...(step.type === 'actorStarted' ? [step] : []),
        ]),
      ),
    [reel],
  );
  const positions = useMemo(() => {
    const places = new Map(reel.steps.map(({ step }, place) => [step, place + 1]));
    return messages.map(({ step }) => places.get(step) ?? 0);
  }, [reel, messages]);
  return (
    <SequenceDiagram
      messages={messages}
      done={countUntil(positions, position)}
      partyOf={partyOf}
      centre={centre}
      isChoice={isShown}
      onSeek={(place) => onSeek(positions[place] ?? position)}
      onActor={onActor}
    />
  );
}

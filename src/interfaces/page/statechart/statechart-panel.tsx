import { useMemo, useState } from 'preact/hooks';
import type { StatechartPanelProps } from '../panel-props.ts';
import { ActorSequence } from '../sequence/actor-sequence.tsx';
import type { ActorHistory } from '../worker/worker-protocol.ts';
import { ActorPanel } from './actor-panel.tsx';
import { ActorTimeline } from './actor-timeline.ts';
import { ActorView } from './actor-view.tsx';
import { Choice } from './choice.tsx';

/** What is shown of an actor. */
type Aspect = 'chart' | 'sequence';

const aspects: readonly (readonly [Aspect, string])[] = [
  ['chart', 'Chart'],
  ['sequence', 'Sequence'],
];

/**
 * The statechart of one actor at the playhead, with its history, or its sequence diagram. The actor is chosen
 * here or by a row of the timeline.
 */
export function StatechartPanel(props: StatechartPanelProps) {
  const { playheadMs, onSeek, onActor } = props;
  const [aspect, setAspect] = useState<Aspect>('chart');
  return (
    <ActorPanel
      {...props}
      title="Statechart"
      beside={<Choice label="Shown of the actor" options={aspects} chosen={aspect} onChoice={setAspect} />}
    >
      {({ entry, history, nameOf }) =>
        aspect === 'sequence' ? (
          <ActorSequence history={history} playheadMs={playheadMs} onSeek={onSeek} onActor={onActor} />
        ) : (
          <ActorAtPlayhead
            history={history}
            toMs={entry.toMs}
            playheadMs={playheadMs}
            nameOf={nameOf}
            onSeek={onSeek}
          />
        )
      }
    </ActorPanel>
  );
}

interface ActorAtPlayheadProps {
  readonly history: ActorHistory;
  /** When it stopped; undefined if it did not. */
  readonly toMs: number | undefined;
  readonly playheadMs: number;
  readonly nameOf: (path: string) => string;
  readonly onSeek: (atMs: number) => void;
}

/**
 * An actor after all of its steps up to the playhead, or after the chosen step if several have the same time.
 */
function ActorAtPlayhead({ history, toMs, playheadMs, nameOf, onSeek }: ActorAtPlayheadProps) {
  const timeline = useMemo(() => new ActorTimeline(history), [history]);
  const [picked, setPicked] = useState<{ readonly timeline: ActorTimeline; readonly done: number }>();
  const isPicked = picked?.timeline === timeline && timeline.timeAt(picked.done) === playheadMs;
  const seek = (done: number): void => {
    setPicked({ timeline, done });
    onSeek(timeline.timeAt(done));
  };
  return (
    <ActorView
      timeline={timeline}
      done={isPicked ? picked.done : timeline.doneAt(playheadMs)}
      endedMs={toMs !== undefined && playheadMs >= toMs ? toMs : undefined}
      nameOf={nameOf}
      onSeek={seek}
    />
  );
}

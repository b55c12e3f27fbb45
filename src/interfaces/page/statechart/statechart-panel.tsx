import { useMemo, useState } from 'preact/hooks';
import type { StatechartPanelProps } from '../panel-props.ts';
import type { ActorHistory } from '../worker/worker-protocol.ts';
import { ActorPanel } from './actor-panel.tsx';
import { ActorTimeline } from './actor-timeline.ts';
import { ActorView } from './actor-view.tsx';

/** The statechart of one actor at the playhead, with its history. The actor is chosen here or by a row of the timeline. */
export function StatechartPanel(props: StatechartPanelProps) {
  const { playheadMs, onSeek, part } = props;
  return (
    <ActorPanel {...props} title="Statechart">
      {({ entry, history, nameOf }) => (
        <ActorAtPlayhead
          history={history}
          toMs={entry.toMs}
          playheadMs={playheadMs}
          nameOf={nameOf}
          onSeek={onSeek}
          part={part}
        />
      )}
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
  readonly part: StatechartPanelProps['part'];
}

/**
 * An actor after all of its steps up to the playhead, or after the chosen step if several have the same time.
 */
function ActorAtPlayhead({ history, toMs, playheadMs, nameOf, onSeek, part }: ActorAtPlayheadProps) {
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
      only={part}
    />
  );
}

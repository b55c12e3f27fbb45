import type { StatechartPanelProps } from '../panel-props.ts';
import { ActorPanel } from '../statechart/actor-panel.tsx';
import { ActorSequence } from './actor-sequence.tsx';

/** Who sent what to one actor, and to whom that one sent what, with the moment of the playhead. */
export function SequencePanel(props: StatechartPanelProps) {
  const { playheadMs, onSeek, onActor } = props;
  return (
    <ActorPanel {...props} title="Sequence">
      {({ history }) => (
        <ActorSequence history={history} playheadMs={playheadMs} onSeek={onSeek} onActor={onActor} />
      )}
    </ActorPanel>
  );
}

// The statechart panel alone, with a worker made of data that the test gives: bundled by statechart.test.ts.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { SequencePanel } from '../../../src/interfaces/page/sequence/sequence-panel.tsx';
import { StatechartPanel } from '../../../src/interfaces/page/statechart/statechart-panel.tsx';
import type { RunClient } from '../../../src/interfaces/page/worker/run-client.ts';
import type {
  ActorEntry,
  ActorHistory,
  RunContents,
} from '../../../src/interfaces/page/worker/worker-protocol.ts';
import '../../../src/interfaces/page/style/base.css';

export interface Mounted {
  readonly entries: readonly ActorEntry[];
  readonly histories: Readonly<Record<string, ActorHistory>>;
  readonly actor?: string;
  readonly playheadMs: number;
  readonly hasSteps?: boolean;
  readonly panel?: 'statechart' | 'sequence';
  /** Actors whose steps come only when `answerLate` is called, or never. */
  readonly late?: readonly string[];
}

declare global {
  interface Window {
    mount: (mounted: Mounted) => void;
    seek: (atMs: number) => void;
    choose: (actor: string) => void;
    answerLate: () => void;
    playheadMs: number;
  }
}

const unused = (): never => {
  throw new Error('the panel does not ask for this');
};

function clientOf({ entries, histories, late = [] }: Mounted): RunClient {
  return {
    actors: async () => entries,
    steps: (_run, _node, actor) =>
      new Promise((resolve, reject) => {
        const history = histories[actor];
        const answer = () =>
          history === undefined ? reject(new Error(`nothing is known of ${actor}`)) : resolve(history);
        if (late.includes(actor)) window.answerLate = answer;
        else answer();
      }),
    run: unused,
    drop: unused,
    why: unused,
    events: unused,
    sizes: unused,
    seeds: unused,
    remedies: unused,
    check: unused,
    compare: unused,
    ask: unused,
    export: unused,
  };
}

function Harness({ mounted, client }: { readonly mounted: Mounted; readonly client: RunClient }) {
  const [playheadMs, setPlayhead] = useState(mounted.playheadMs);
  const [actor, setActor] = useState(mounted.actor);
  window.seek = setPlayhead;
  window.choose = setActor;
  window.playheadMs = playheadMs;
  const Panel = mounted.panel === 'sequence' ? SequencePanel : StatechartPanel;
  const run = { run: 1, hasSteps: mounted.hasSteps ?? true } as RunContents;
  return (
    <main>
      <h1>Windlass</h1>
      <h2>node-1</h2>
      <Panel
        run={run}
        client={client}
        node="node-1"
        actor={actor}
        playheadMs={playheadMs}
        onSeek={setPlayhead}
        onActor={setActor}
      />
    </main>
  );
}

const place = document.getElementById('app');
window.mount = (mounted) => {
  if (place === null) return;
  render(null, place);
  render(<Harness mounted={mounted} client={clientOf(mounted)} />, place);
};

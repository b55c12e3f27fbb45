import { useEffect, useState } from 'preact/hooks';
import '../style/replay.css';
import { ReplayApp } from './replay-app.tsx';
import type { HandedReplayBoot } from './replay-boot.ts';
import { type HandedRun, takeOver } from './replay-handover.ts';

export interface HandedReplayProps {
  readonly boot: HandedReplayBoot;
  /** Of the handover: what stands behind the # of the address. */
  readonly name: string;
}

/** A replay of the run that another page hands over. */
export function HandedReplay({ boot, name }: HandedReplayProps) {
  const [handed, setHanded] = useState<HandedRun | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (name === '') {
      setProblem('There is no run here. Open one in windlass ui: Export, Open in Stately Inspector.');
      return;
    }
    takeOver(name).then(setHanded, (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  }, [name]);
  useEffect(() => {
    if (handed !== undefined) document.title = `Replay of ${handed.title} · Windlass`;
  }, [handed]);
  if (handed !== undefined)
    return <ReplayApp boot={{ ...boot, ...handed.run, title: handed.title }} shown={handed.shown} viewerHtml={undefined} />;
  return (
    <main class="replay">
      <h1 class="replay-title">Replay</h1>
      <p class="replay-note" role={problem === undefined ? 'status' : 'alert'}>
        {problem ?? 'The run is being recorded…'}
      </p>
    </main>
  );
}

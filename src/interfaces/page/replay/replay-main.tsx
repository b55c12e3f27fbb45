import '../style/base.css';
import '../style/replay.css';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { bootElementId } from '../boot.ts';
import { makeTextVisible } from '../visible-vnodes.ts';
import { ReplayApp } from './replay-app.tsx';
import type { HandedReplayBoot, ReplayBoot } from './replay-boot.ts';
import { type HandedRun, takeOver } from './replay-handover.ts';

const place = document.getElementById('app');
const text = document.getElementById(bootElementId)?.textContent;
if (place === null || text == null)
  throw new Error('the page has no place for the replay, or nothing to replay');
const boot = JSON.parse(text) as ReplayBoot | HandedReplayBoot;
makeTextVisible();
if ('isHanded' in boot) render(<HandedReplay boot={boot} name={location.hash.slice(1)} />, place);
else render(<ReplayApp boot={boot} />, place);

interface HandedReplayProps {
  readonly boot: HandedReplayBoot;
  /** The name of the handover, from the part of the address after the #. */
  readonly name: string;
}

/** The replay of a run that another page hands over. */
function HandedReplay({ boot, name }: HandedReplayProps) {
  const [handed, setHanded] = useState<HandedRun | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (name === '') {
      setProblem('There is no run here. Open one in windlass ui: Export, Open in Stately Inspector.');
      return;
    }
    takeOver(name).then(setHanded, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [name]);
  useEffect(() => {
    if (handed !== undefined) document.title = `Replay of ${handed.title} · Windlass`;
  }, [handed]);
  if (handed !== undefined)
    return <ReplayApp boot={{ ...boot, ...handed.run, title: handed.title }} shown={handed.shown} />;
  return (
    <main class="replay">
      <h1 class="replay-title">Replay</h1>
      <p class="replay-note" role={problem === undefined ? 'status' : 'alert'}>
        {problem ?? 'The run is being recorded…'}
      </p>
    </main>
  );
}

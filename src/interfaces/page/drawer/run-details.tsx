import { useMemo } from 'preact/hooks';
import { AskPanel } from '../ask/ask-panel.tsx';
import { askQuestion } from '../ask/ask-question.ts';
import { questionsAbout } from '../ask/questions-about.ts';
import { pickedIn } from '../machines/selection.ts';
import { editedInput, editedVariant, shownInput } from '../machines/variants.ts';
import { requestOf } from '../page-session.ts';
import type { PanelProps, ShownRunProps } from '../panel-props.ts';
import { doneShare } from '../run-progress.ts';
import { SequencePanel } from '../sequence/sequence-panel.tsx';
import { StatechartPanel } from '../statechart/statechart-panel.tsx';
import { barOver } from '../timeline/lanes.ts';
import { PlaybackControls } from '../timeline/playback-controls.tsx';
import type { DrawerTab } from '../ui-protocol.ts';
import { WhatIfPanel } from '../what-if/what-if-panel.tsx';
import { Drawer, tabOfDetails } from './drawer.tsx';
import { EventsTab } from './events-tab.tsx';
import { WhyTab } from './why-tab.tsx';

/** What is selected, or the container that waited longest, in the tab that was chosen. */
export function Details(props: PanelProps & { readonly longest: number | undefined }) {
  const { client, state, run, send, onSelect, onTry, isPhone, longest } = props;
  const { playback, selection, layout } = state;
  const { playheadMs } = playback.context;
  const { bar } = selection.context;
  const chosen = layout.context.tab;
  const tab = isPhone ? tabOfDetails(chosen) : chosen;
  const row = selection.context.row ?? longest;
  const data = row === undefined ? undefined : run.view.rows[row];
  const isLarge = !isPhone && layout.matches({ drawer: { open: 'large' } });
  const node = nodeOf(props, longest);
  const actor = pickedIn(run, selection.context) ?? data?.actor;
  const onSeek = useMemo(() => (atMs: number) => send({ type: 'SEEK.REQUESTED', atMs }), [send]);
  const onActor = useMemo(
    () => (to: string) => send({ type: 'ACTOR.SELECTED', node, actor: to }),
    [send, node],
  );
  // An element that stays the same is not drawn again: these do not depend on the window.
  const ofActor = useMemo(() => {
    const props = { client, run, node, actor, playheadMs, onActor, onSeek };
    if (tab === 'sequence') return <SequencePanel {...props} />;
    return (tab === 'chart' || tab === 'context') && <StatechartPanel {...props} part={tab} />;
  }, [client, run, node, actor, playheadMs, onActor, onSeek, tab]);
  return (
    <Drawer
      tab={tab}
      isPhone={isPhone}
      name={data?.pod === undefined ? (data?.container ?? node) : `${data.pod.name} · ${data.container}`}
      about={data?.image ?? ''}
      onTab={(to: DrawerTab) => send({ type: 'DRAWER.OPENED', tab: to })}
      onClose={() => send({ type: 'DRAWER.CLOSED' })}
      isLarge={isLarge}
      onSize={(size) => send({ type: 'DRAWER.SIZED', size })}
      playback={isLarge && <Playback {...props} />}
      foot={hasFoot.includes(tab) && <Questions {...props} row={row} />}
    >
      {tab === 'why' && row !== undefined && (
        <WhyTab
          client={client}
          run={run}
          row={row}
          bar={bar === undefined || data === undefined ? undefined : barOver(data.bars, playheadMs)}
          onBar={(to) => onSelect(row, to)}
          onRow={(to, atMs) => onSelect(to, barOver(run.view.rows[to]?.bars ?? [], atMs), atMs)}
          onTry={onTry}
        />
      )}
      {tab === 'events' && (
        <EventsTab client={client} run={run.run} pod={data?.pod} playheadMs={playheadMs} />
      )}
      {ofActor}
      {tab === 'ask' && (
        <AskPanel run={run} request={requestOf(shownInput(state.page.context))} ask={state.ask} send={send} />
      )}
      {tab === 'change' && <Change {...props} />}
    </Drawer>
  );
}

/** The playback, whose controls are out of sight with the timeline. */
function Playback({ state: { playback }, send, onStep }: PanelProps) {
  return (
    <PlaybackControls
      isPlaying={playback.matches('playing')}
      playheadMs={playback.context.playheadMs}
      endMs={playback.context.endMs}
      speed={playback.context.speed}
      send={send}
      onStep={onStep}
    />
  );
}

/** A chart and a diagram need the height. */
const hasFoot: readonly DrawerTab[] = ['why', 'events', 'context'];

/** What can be asked about the row, each with one press. */
function Questions({ run, row, state, send }: PanelProps & { readonly row: number | undefined }) {
  const questions = useMemo(() => questionsAbout(run, row), [run, row]);
  if (questions.length === 0) return null;
  const place = { run, input: shownInput(state.page.context), draft: state.ask.context.draft, send };
  return (
    <ul class="drawer-questions" aria-label="Questions about it">
      {questions.map(({ text, draft }) => (
        <li key={text}>
          <button type="button" onClick={() => askQuestion(place, draft, true)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The settings of the edited variant, or of the next one. */
export function Change({ client, state, send }: Pick<ShownRunProps, 'client' | 'state' | 'send'>) {
  const { page } = state;
  const { before, variants, edited, errors, inputErrors, progress, asked, input } = page.context;
  const after = editedVariant(page.context)?.run;
  const madeWith = editedInput(page.context).settings;
  // While other files are read, the controls show the settings of the runs that are still visible.
  const settings = page.matches('shown') ? asked.settings : madeWith;
  // The controls do not depend on the playhead.
  return useMemo(
    () =>
      before === undefined ? null : (
        <WhatIfPanel
          client={client}
          before={before}
          after={after}
          progress={
            !page.matches({ shown: 'rerunning' })
              ? undefined
              : progress === undefined
                ? 0
                : doneShare(progress)
          }
          errors={page.matches({ shown: 'whatIfRefused' }) ? errors : []}
          inputErrors={inputErrors}
          settings={settings}
          madeWith={madeWith}
          loadedSettings={input.settings}
          name={editedVariant(page.context)?.name}
          sources={editedInput(page.context).sources}
          onSettings={(to) => send({ type: 'SETTINGS.CHANGED', settings: to })}
          onRefused={(to, refused) => send({ type: 'SETTINGS.REFUSED', settings: to, errors: refused })}
          onReset={() => send({ type: 'SETTINGS.RESET' })}
        />
      ),
    [client, before, variants, edited, page.value, progress, errors, inputErrors, settings, input, send],
  );
}

/** The node of what is selected. */
export function nodeOf(
  { state, run }: Pick<ShownRunProps, 'state' | 'run'>,
  longest: number | undefined,
): string {
  const { row = longest, actor } = state.selection.context;
  const data = row === undefined ? undefined : run.view.rows[row];
  return actor?.node ?? data?.node ?? run.view.nodes[0]?.name ?? '';
}

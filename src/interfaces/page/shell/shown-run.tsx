// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard

import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { ShownCause } from '../../../reports/first-cause/shown-causes.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import { RunAnswer } from '../answer/run-answer.tsx';
import { tabOfDetails } from '../drawer/drawer.tsx';
import { Change, Details, nodeOf } from '../drawer/run-details.tsx';
import { editedInput, editedVariant } from '../machines/variants.ts';
import type { PanelProps, ShownRunProps } from '../panel-props.ts';
import { barOver, momentIn } from '../timeline/lanes.ts';
import { PlaybackControls } from '../timeline/playback-controls.tsx';
import { suitableGrouping } from '../timeline/rows/row-groups.ts';
import { rowPairs } from '../timeline/rows/use-rows.ts';
import { Timeline } from '../timeline/timeline.tsx';
import type { UiEvent } from '../ui-protocol.ts';
import { VariantStrip } from '../variants/variant-strip.tsx';
import { isAnotherDraw } from '../what-if/changed-settings.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { RunTable } from './run-table.tsx';
import { Splitter } from './splitter.tsx';
import { Tabs, tabIdOf } from './tabs.tsx';
import { useKeptNumber } from './use-kept.ts';
import { useMedia } from './use-media.ts';

type Part = 'timeline' | 'details' | 'whatIf';

const parts: readonly (readonly [Part, string])[] = [
  ['timeline', 'Timeline'],
  ['details', 'Details'],
  ['whatIf', 'What if'],
];

/** The smallest width in which names and hints of settings can be read, and the states of a chart. */
const drawerPxMin = 300;

const phonePanelId = 'shell-phone-part';

/** The panels of a run; on a phone, one at a time. */
export function ShownRun(props: ShownRunProps) {
  const { state, run, send } = props;
  const isPhone = useMedia('(max-width: 760px)');
  const [mainShare, setMainShare] = useKeptNumber<number>('main', 68, 45, 88);
  const { row, bar } = state.selection.context;
  useSelectionThatFollows(run, row, bar, send);

  const onSelect = (to: number | undefined, toBar?: number, atMs?: number): void => {
    send({ type: 'ROW.SELECTED', row: to, ...(toBar === undefined ? {} : { bar: toBar }) });
    const picked = to === undefined || toBar === undefined ? undefined : run.view.rows[to]?.bars[toBar];
    if (picked !== undefined) send({ type: 'SEEK.REQUESTED', atMs: momentIn(picked, atMs ?? picked.fromMs) });
  };
  const onChange = (): void => send({ type: 'DRAWER.OPENED', tab: 'change' });
  const onTry = (settings: RunRequest): void => {
    send({ type: 'VARIANT.BEGUN' });
    send({ type: 'SETTINGS.CHANGED', settings });
    onChange();
  };
  const longest = useMemo(() => longestWaitRow(run), [run]);
  const shared = { ...props, onSelect, onTry };
  const middle = <Middle {...shared} isPhone={isPhone} longest={longest} />;
  const details = <Details {...shared} isPhone={isPhone} longest={longest} />;
  const answer = useAnswerOfRun(shared);
  const variants = useVariants(props, onChange);
  const isOpen = state.layout.matches({ drawer: 'open' });
  const { tab } = state.layout.context;
  if (isPhone) {
    const part = !isOpen ? 'timeline' : tab === 'change' ? 'whatIf' : 'details';
    const onPart = (to: Part): void => {
      if (to === 'whatIf') onChange();
      else if (to === 'details') send({ type: 'DRAWER.OPENED', tab: tabOfDetails(tab) });
      else send({ type: 'DRAWER.CLOSED' });
    };
    const whatIf = (
      <>
        {variants}
        <Change {...props} />
      </>
    );
    const shown = { timeline: middle, details, whatIf }[part];
    return (
      <div class="shell-phone">
        {answer}
        <Tabs label="Views" tabs={parts} chosen={part} panelId={phonePanelId} onChosen={onPart} />
        {/* An element that scrolls must be reachable by keyboard. */}
        <div
          class={`shell-phone-part shell-phone-${part}`}
          id={phonePanelId}
          role="tabpanel"
          tabIndex={0}
          aria-labelledby={tabIdOf(phonePanelId, part)}
        >
          {shown}
        </div>
      </div>
    );
  }
  if (state.layout.matches({ drawer: { open: 'large' } }))
    return (
      <div class="shell-shown shell-shown-large">
        <div class="shell-grid">
          <div class="shell-panel shell-panel-bare">{details}</div>
        </div>
        {variants}
      </div>
    );
  const columns = `minmax(0, ${mainShare}fr) auto minmax(${drawerPxMin}px, ${100 - mainShare}fr)`;
  return (
    <div class="shell-shown">
      {answer}
      <div class="shell-grid" style={isOpen ? { gridTemplateColumns: columns } : {}}>
        {middle}
        {isOpen && (
          <>
            <Splitter
              label="Width of the left side"
              share={mainShare}
              shareMin={45}
              shareMax={88}
              onShare={setMainShare}
              after="details"
              onHide={() => send({ type: 'DRAWER.CLOSED' })}
            />
            <div class="shell-panel shell-panel-bare">{details}</div>
          </>
        )}
      </div>
      {variants}
    </div>
  );
}

/** The timeline or the table, below the run in a line. */
function Middle({
  client,
  state,
  run,
  send,
  onStep,
  isPhone,
  onSelect,
  longest,
}: PanelProps & { readonly longest: number | undefined }) {
  const { page, playback, view, selection, layout } = state;
  const { before, side, input } = page.context;
  const { window, search, endMs, range } = view.context;
  const { playheadMs } = playback.context;
  const { row, bar } = selection.context;
  const isTable = layout.matches({ middle: 'table' });
  const isOpen = layout.matches({ drawer: 'open' });
  const isOld = editedVariant(page.context) !== undefined && page.matches({ shown: 'whatIfRefused' });
  const shadow = side === 'after' && run !== before ? before : undefined;
  const bars = row === undefined ? undefined : run.view.rows[row]?.bars;
  const toggle = (): void => {
    if (isOpen) send({ type: 'DRAWER.CLOSED' });
    else send({ type: 'DRAWER.OPENED', tab: tabOfDetails(layout.context.tab) });
  };
  return (
    <section class="shell-panel shell-panel-timeline" aria-label={isTable ? 'Table' : 'Timeline'}>
      <header class="shell-panel-head">
        <h2 class="panel-title" title={visibleText(run.view.title)}>
          {isTable ? 'Table' : 'Timeline'}
        </h2>
        <PlaybackControls
          isPlaying={playback.matches('playing')}
          playheadMs={playheadMs}
          endMs={playback.context.endMs}
          speed={playback.context.speed}
          send={send}
          onStep={onStep}
        />
        <span class="shell-panel-aside">
          {isOld && <span class="shell-old">the variant as it was before the settings that are refused</span>}
          {!isPhone && (
            <button
              type="button"
              aria-pressed={isOpen}
              title="Why it waits, its events and its statechart: of what is selected (i)"
              onClick={toggle}
            >
              Details
            </button>
          )}
          <button
            type="button"
            aria-pressed={isTable}
            onClick={() => send({ type: 'VIEW.CHOSEN', view: isTable ? 'timeline' : 'table' })}
            title="Timeline or table (t)"
          >
            Table
          </button>
        </span>
      </header>
      <Warnings warnings={run.warnings} />
      {isTable ? (
        <RunTable
          view={run.view}
          before={shadow?.view}
          search={search}
          selectedRow={row}
          onSelect={onSelect}
        />
      ) : (
        <Timeline
          run={run}
          shadow={shadow}
          isAnotherDraw={isAnotherDraw(input.settings, editedInput(page.context).settings)}
          client={client}
          window={window}
          endMs={endMs}
          node={nodeOf({ state, run }, longest)}
          grouping={layout.context.grouping ?? suitableGrouping(run.view)}
          search={search}
          selectedRow={row}
          selectedBar={bar === undefined || bars === undefined ? undefined : barOver(bars, playheadMs)}
          playheadMs={playheadMs}
          range={range}
          isToldBeside={isOpen && !isPhone && layout.context.tab === 'why'}
          onSeek={(atMs) => send({ type: 'SEEK.REQUESTED', atMs })}
          onWindow={(to) => send({ type: 'WINDOW.CHANGED', window: to })}
          onRange={(to) => send({ type: 'RANGE.SELECTED', range: to })}
          onGrouping={(grouping) => send({ type: 'GROUPING.CHOSEN', grouping })}
          onNode={(name) => send({ type: 'SEARCH.CHANGED', text: name === search ? '' : name })}
          onSelect={onSelect}
        />
      )}
    </section>
  );
}

/** The answer depends on the run alone. */
function useAnswerOfRun({ client, state, run, send, onSelect, onTry }: Omit<PanelProps, 'isPhone'>) {
  const { endMs } = state.view.context;
  const onShow = ({ held, worst }: ShownCause): void => {
    send({ type: 'WINDOW.CHANGED', window: windowOver(held, endMs) });
    onSelect(worst.row, worst.bar);
  };
  const onWhy = (row: number): void => {
    onSelect(row);
    send({ type: 'DRAWER.OPENED', tab: 'why' });
  };
  return useMemo(
    () => (
      <RunAnswer
        client={client}
        run={run}
        canTry={run.canChange}
        onShow={onShow}
        onWhy={onWhy}
        onTry={onTry}
      />
    ),
    [client, run, endMs, send],
  );
}

/** The run as loaded and its variants; nothing for a stored trace, which has none. */
function useVariants({ client, state, send, onEdit }: ShownRunProps, onChange: () => void) {
  const { before, variants, edited, side, input } = state.page.context;
  const { endMs } = state.view.context;
  return useMemo(
    () =>
      before?.canChange !== true ? null : (
        <VariantStrip
          client={client}
          before={before}
          loaded={input}
          variants={variants}
          edited={edited}
          side={side}
          endMs={endMs}
          send={send}
          onChange={onChange}
          onEdit={onEdit}
        />
      ),
    [client, before, variants, edited, side, input, endMs, send],
  );
}

/** The times in which a cause held containers, with a little room on both sides. */
function windowOver(
  held: readonly { readonly fromMs: number; readonly toMs: number }[],
  endMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const from = smallest(held.map(({ fromMs }) => fromMs));
  const to = largest(held.map(({ toMs }) => toMs));
  const room = (to - from) * 0.08;
  return { fromMs: Math.max(0, from - room), toMs: Math.min(endMs, to + room) };
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <details class="shell-warnings">
      <summary>{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</summary>
      {warnings.slice(0, 100).map((warning) => (
        <pre key={warning}>{warning}</pre>
      ))}
    </details>
  );
}

/** When the page shows the other run, the same container stays selected. */
function useSelectionThatFollows(
  run: RunContents,
  row: number | undefined,
  bar: number | undefined,
  send: (event: UiEvent) => void,
): void {
  const shown = useRef(run);
  useEffect(() => {
    const from = shown.current;
    shown.current = run;
    if (from === run || row === undefined) return;
    const to = rowPairs(from.view, run.view)[row];
    send({ type: 'ROW.SELECTED', row: to, ...(bar === undefined || to === undefined ? {} : { bar }) });
  }, [run]);
}

/** The container that waited longest is what people look for first. */
function longestWaitRow({ view }: RunContents): number | undefined {
  const name = view.summary.longestWait?.container;
  const named = view.rows.findIndex(
    ({ pod, container }) => pod !== undefined && `${pod.namespace}/${pod.name}/${container}` === name,
  );
  return named >= 0 ? named : view.rows.length > 0 ? 0 : undefined;
}

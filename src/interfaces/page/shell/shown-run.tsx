// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import { pickedIn } from '../machines/selection.ts';
import { ResourcesPanel } from '../resources/resources-panel.tsx';
import { doneShare } from '../run-progress.ts';
import { StatechartPanel } from '../statechart/statechart-panel.tsx';
import { barOver, momentIn } from '../timeline/lanes.ts';
import { rowPairs } from '../timeline/rows/use-rows.ts';
import { Timeline } from '../timeline/timeline.tsx';
import type { UiEvent } from '../ui-protocol.ts';
import { isAnotherDraw } from '../what-if/changed-settings.ts';
import { WhatIfPanel } from '../what-if/what-if-panel.tsx';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { keep, kept } from './kept.ts';
import { RunAnswer } from './run-answer.tsx';
import { RunTable } from './run-table.tsx';
import { Splitter } from './splitter.tsx';
import { Tabs, tabIdOf } from './tabs.tsx';
import type { SessionState } from './use-session.ts';

interface ShownRunProps {
  readonly client: RunClient;
  readonly state: SessionState;
  readonly run: RunContents;
  readonly send: (event: UiEvent) => void;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

type Part = 'timeline' | 'statechart' | 'resources' | 'whatIf';

const parts: readonly (readonly [Part, string])[] = [
  ['timeline', 'Timeline'],
  ['statechart', 'Statechart'],
  ['resources', 'Resources'],
  ['whatIf', 'What if'],
];

/**
 * The greatest share of the height for the timeline, in percent. With more, the statechart could not be read.
 */
const upperShareMax = 56;

/** The smallest width in which names and hints of settings can be read, and the states of a chart. */
const drawerPxMin = 300;

/** What can be opened beside the timeline, as its button hides it. */
const drawerNames = { statechart: 'statechart', whatIf: 'what if' } as const;

type Drawer = keyof typeof drawerNames;

const drawerButtons: readonly (readonly [Drawer, string, string])[] = [
  ['statechart', 'Statechart', 'The statechart of what is selected, its events and its context'],
  ['whatIf', 'Change something', 'Other settings, releases and faults: the run is made anew with them'],
];

const phonePanelId = 'shell-phone-part';

/** The panels of a run; on a phone, one at a time. */
export function ShownRun({ client, state, run, send, isTable, onTable }: ShownRunProps) {
  const { page, playback, view, selection } = state;
  const { before, after, side, errors, inputErrors, progress, asked, changed, input } = page.context;
  // While other files are read, the controls show the settings of the runs that are still visible.
  const settings = page.matches('shown') ? asked.settings : changed.settings;
  const { row, bar, actor: chosenActor } = selection.context;
  const { window, search, endMs } = view.context;
  const { playheadMs } = playback.context;
  const isPhone = useMedia('(max-width: 760px)');
  const [part, setPart] = useState<Part>('timeline');
  const [upperShare, setUpperShare] = useKeptNumber('upper', undefined, 20, 85);
  const [mainShare, setMainShare] = useKeptNumber<number>('main', 68, 45, 88);
  const [hidesLower, setHidesLower] = useKeptFlag('hides-lower');
  const [drawer, setDrawer] = useKeptDrawer(after === undefined ? undefined : 'whatIf');

  useSelectionThatFollows(run, row, bar, send);
  const onSelect = (to: number | undefined, toBar?: number, atMs?: number): void => {
    send({ type: 'ROW.SELECTED', row: to, ...(toBar === undefined ? {} : { bar: toBar }) });
    const picked = to === undefined || toBar === undefined ? undefined : run.view.rows[to]?.bars[toBar];
    if (picked !== undefined) send({ type: 'SEEK.REQUESTED', atMs: momentIn(picked, atMs ?? picked.fromMs) });
  };

  const longest = useMemo(() => longestWaitActor(run), [run]);
  const rowView = row === undefined ? undefined : run.view.rows[row];
  const actor = pickedIn(run, selection.context) ?? longest?.actor;
  const node = chosenActor?.node ?? rowView?.node ?? longest?.node ?? run.view.nodes[0]?.name ?? '';
  const resources = run.resources.nodes.find((other) => other.node === node) ?? run.resources.nodes[0];
  const shadow = side === 'after' && after !== undefined ? before : undefined;
  const onSeek = useMemo(() => (atMs: number) => send({ type: 'SEEK.REQUESTED', atMs }), [send]);
  const onActor = useMemo(
    () => (to: string) => send({ type: 'ACTOR.SELECTED', node, actor: to }),
    [send, node],
  );

  // An element that stays the same is not drawn again: the statechart and the answer do not depend on the window,
  // nor the controls on the playhead.
  const statechart = useMemo(
    () => (
      <StatechartPanel
        client={client}
        run={run}
        node={node}
        actor={actor}
        playheadMs={playheadMs}
        onActor={onActor}
        onSeek={onSeek}
      />
    ),
    [client, run, node, actor, playheadMs, onActor, onSeek],
  );
  const resourcesPanel = useMemo(
    () =>
      resources === undefined ? null : (
        <ResourcesPanel
          run={run}
          node={resources}
          registries={run.resources.registries}
          window={window}
          playheadMs={playheadMs}
          onSeek={onSeek}
        />
      ),
    [run, resources, window, playheadMs, onSeek],
  );
  const whatIf = useMemo(
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
          side={side}
          settings={settings}
          madeWith={changed.settings}
          loadedSettings={input.settings}
          sources={input.sources}
          onSettings={(settings) => send({ type: 'SETTINGS.CHANGED', settings })}
          onRefused={(settings, errors) => send({ type: 'SETTINGS.REFUSED', settings, errors })}
          onReset={() => send({ type: 'SETTINGS.RESET' })}
          onSide={(to) => send({ type: 'SIDE.CHOSEN', side: to })}
        />
      ),
    [client, before, after, page.value, progress, errors, inputErrors, side, settings, changed, input, send],
  );
  const timeline = isTable ? (
    <RunTable view={run.view} before={shadow?.view} search={search} selectedRow={row} onSelect={onSelect} />
  ) : (
    <Timeline
      run={run}
      shadow={shadow}
      isAnotherDraw={isAnotherDraw(input.settings, changed.settings)}
      client={client}
      window={window}
      endMs={endMs}
      search={search}
      selectedRow={row}
      selectedBar={bar === undefined || rowView === undefined ? undefined : barOver(rowView.bars, playheadMs)}
      playheadMs={playheadMs}
      onSeek={onSeek}
      onWindow={(to) => send({ type: 'WINDOW.CHANGED', window: to })}
      onSelect={onSelect}
    />
  );
  const heading = (
    <span class="shell-panel-aside">
      <span class="shell-title">{visibleText(run.view.title)}</span>
      {after !== undefined && <SideSwitch side={side} send={send} />}
      {after !== undefined && page.matches({ shown: 'whatIfRefused' }) && (
        <span class="shell-old">After: of the settings before</span>
      )}
      {!isPhone &&
        drawerButtons.map(([name, text, title]) => (
          <button
            key={name}
            type="button"
            aria-pressed={drawer === name}
            title={title}
            onClick={() => setDrawer(drawer === name ? undefined : name)}
          >
            {text}
          </button>
        ))}
      <button
        type="button"
        aria-pressed={isTable}
        onClick={() => onTable(!isTable)}
        title="Timeline or table (t)"
      >
        Table
      </button>
    </span>
  );
  const upper = (
    <section class="shell-panel shell-panel-timeline" aria-label={isTable ? 'Table' : 'Timeline'}>
      <header class="shell-panel-head">
        <h2 class="panel-title">{isTable ? 'Table' : 'Timeline'}</h2>
        {heading}
      </header>
      <Warnings warnings={run.warnings} />
      {timeline}
    </section>
  );

  const answer = useMemo(
    () => (
      <RunAnswer
        client={client}
        run={run}
        canTry={run.canChange}
        onShow={({ held, worst }) => {
          send({ type: 'WINDOW.CHANGED', window: windowOver(held, endMs) });
          onSelect(worst.row, worst.bar);
        }}
        onTry={(settings) => {
          setDrawer('whatIf');
          send({ type: 'SETTINGS.CHANGED', settings });
        }}
      />
    ),
    [client, run, endMs, send],
  );
  if (isPhone) {
    const shown = { timeline: upper, statechart, resources: resourcesPanel, whatIf }[part];
    return (
      <div class="shell-phone">
        {answer}
        <Tabs label="Views" tabs={parts} chosen={part} panelId={phonePanelId} onChosen={setPart} />
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
  // Until a person drags the line, the timeline is as high as its rows, up to its share of the window.
  const upperLine =
    upperShare === undefined ? `fit-content(${upperShareMax}%)` : `minmax(0, ${upperShare}fr)`;
  const lines = hidesLower
    ? 'minmax(0, 1fr) auto'
    : `${upperLine} auto minmax(0, ${100 - (upperShare ?? 0)}fr)`;
  const column = (
    <div class="shell-column" style={{ gridTemplateRows: lines }}>
      {upper}
      <Splitter
        orientation="horizontal"
        label="Height of the timeline"
        share={upperShare}
        shareMin={20}
        shareMax={85}
        onShare={setUpperShare}
        onFit={() => setUpperShare(undefined)}
        after={{ name: 'resources', isHidden: hidesLower, onHide: setHidesLower }}
      />
      {!hidesLower && (
        <div class="shell-panel shell-panel-bare" role="group" aria-label="Resources, scrolled" tabIndex={0}>
          {resourcesPanel}
        </div>
      )}
    </div>
  );
  const columns = `minmax(0, ${mainShare}fr) auto minmax(${drawerPxMin}px, ${100 - mainShare}fr)`;
  return (
    <div class="shell-shown">
      {answer}
      <div class="shell-grid" style={drawer && { gridTemplateColumns: columns }}>
        {column}
        {drawer !== undefined && (
          <>
            <Splitter
              orientation="vertical"
              label="Width of the left side"
              share={mainShare}
              shareMin={45}
              shareMax={88}
              onShare={setMainShare}
              after={{ name: drawerNames[drawer], isHidden: false, onHide: () => setDrawer(undefined) }}
            />
            <div class="shell-panel shell-panel-bare">{{ statechart, whatIf }[drawer]}</div>
          </>
        )}
      </div>
    </div>
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

/** Chooses which of the two runs the panels show. */
function SideSwitch({
  side,
  send,
}: {
  readonly side: 'before' | 'after';
  readonly send: (event: UiEvent) => void;
}) {
  return (
    <span class="shell-sides" role="group" aria-label="Which run is shown">
      {(['before', 'after'] as const).map((to) => (
        <button
          key={to}
          type="button"
          aria-pressed={side === to}
          onClick={() => send({ type: 'SIDE.CHOSEN', side: to })}
        >
          {to === 'before' ? 'Before' : 'After'}
        </button>
      ))}
    </span>
  );
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
function longestWaitActor({
  view,
}: RunContents): { readonly node: string; readonly actor: string } | undefined {
  const name = view.summary.longestWait?.container;
  const named = view.rows.find(
    ({ pod, container }) => pod !== undefined && `${pod.namespace}/${pod.name}/${container}` === name,
  );
  return named ?? view.rows[0];
}

/** Returns whether the media query matches, and follows it. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = (): void => setHolds(list.matches);
    list.addEventListener('change', changed);
    changed();
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return holds;
}

/**
 * Returns a number that is stored for later visits once it was chosen, `otherwise` until then, and a function
 * that changes it.
 */
function useKeptNumber<Otherwise extends number | undefined>(
  key: string,
  otherwise: Otherwise,
  least: number,
  most: number,
): [number | Otherwise, (value: number | Otherwise) => void] {
  const [value, setValue] = useState<number | Otherwise>(() => {
    const before = Number(kept(key) ?? Number.NaN);
    return before >= least && before <= most ? before : otherwise;
  });
  const change = (to: number | Otherwise): void => {
    keep(key, to === undefined ? undefined : String(Math.round(to * 10) / 10));
    setValue(to);
  };
  return [value, change];
}

/** Returns a yes or no that is stored for later visits, and a function that changes it. */
function useKeptFlag(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => kept(key) === 'yes');
  const change = (to: boolean): void => {
    keep(key, to ? 'yes' : undefined);
    setValue(to);
  };
  return [value, change];
}

/**
 * Returns what is open beside the timeline, which is stored for later visits, and a function that changes it.
 * `otherwise` opens as soon as there is one, if nothing is.
 */
function useKeptDrawer(
  otherwise: Drawer | undefined,
): [Drawer | undefined, (to: Drawer | undefined) => void] {
  const [drawer, setDrawer] = useState(() =>
    (Object.keys(drawerNames) as Drawer[]).find((name) => name === kept('drawer')),
  );
  useEffect(() => {
    if (otherwise !== undefined) setDrawer((open) => open ?? otherwise);
  }, [otherwise]);
  const change = (to: Drawer | undefined): void => {
    keep('drawer', to);
    setDrawer(to);
  };
  return [drawer, change];
}

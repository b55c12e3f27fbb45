import { expect, test } from 'vitest';
import { pageMachine } from '../../../../src/interfaces/page/machines/page.ts';
import type { PageEvent } from '../../../../src/interfaces/page/machines/page-protocol.ts';
import { editedInput, editedVariant, shownRun } from '../../../../src/interfaces/page/machines/variants.ts';
import { after, allOf, exploreMachine, stateText } from './all-paths.ts';
import { emptyRun, parallel } from './sample-runs.ts';

const sources = [{ name: 'web.yaml', text: 'kind: Pod' }];
const chosen: PageEvent = { type: 'INPUT.CHOSEN', sources };
const finished = (side: 'before' | 'after', run = 1, endMs = 1_000): PageEvent => ({
  type: 'RUN.FINISHED',
  side,
  run: emptyRun(run, endMs),
});
const changed: PageEvent = { type: 'SETTINGS.CHANGED', settings: parallel };

const progress = { atMs: 10, horizonMs: 100, pods: 4, podsDone: 1 };
const events: readonly PageEvent[] = [
  chosen,
  { type: 'INPUT.REFUSED', errors: ['not a file'] },
  { type: 'INPUT.CLOSED' },
  { type: 'REFUSAL.DISMISSED' },
  { type: 'RUN.CANCELLED' },
  changed,
  { type: 'SETTINGS.CHANGED', settings: {} },
  { type: 'SETTINGS.REFUSED', settings: parallel, errors: ['node link: a rate'] },
  { type: 'SETTINGS.RESET' },
  finished('before', 1),
  finished('after', 2, 500),
  { type: 'RUN.FINISHED', side: 'before', run: emptyRun(3, 1_000, false) },
  { type: 'RUN.REFUSED', side: 'before', errors: ['web.yaml:1:1: no'] },
  { type: 'RUN.REFUSED', side: 'after', errors: ['no such field'] },
  { type: 'RUN.PROGRESSED', side: 'before', progress },
  { type: 'RUN.PROGRESSED', side: 'after', progress },
  { type: 'SIDE.CHOSEN', side: 'before' },
  { type: 'SIDE.CHOSEN', side: 'after' },
  { type: 'VARIANT.BEGUN' },
  { type: 'VARIANT.CHOSEN', number: 1 },
  { type: 'VARIANT.REMOVED', number: 1 },
  { type: 'VARIANT.REMOVED', number: 2 },
  { type: 'VARIANT.NAMED', number: 1, name: 'parallel' },
];

const explored = exploreMachine(pageMachine, events, ({ value, context }) => {
  const { before, variants, edited, side, progress, errors, asked, input } = context;
  return JSON.stringify([
    value,
    before?.run,
    variants.map(({ number, settings, run }) => [number, settings, run.run]),
    edited,
    side,
    progress !== undefined,
    errors,
    asked,
    input,
  ]);
});

test('the events reach every state and take every transition', () => {
  const all = allOf(pageMachine);
  expect([...explored.states].sort()).toEqual(all.states.sort());
  expect(all.transitions.filter((transition) => !explored.taken.has(transition))).toEqual([]);
  expect(explored.taken.size).toBe(all.transitions.length);
});

test('a run that is there stays there until its input is closed', () => {
  const lost = explored.edges.filter(
    ({ from, event, to }) =>
      from.context.before !== undefined && to.context.before === undefined && event.type !== 'INPUT.CLOSED',
  );
  expect(lost).toEqual([]);
  const shown = explored.edges.filter(({ to }) => to.matches('shown'));
  expect(shown.length).toBeGreaterThan(50);
  expect(
    shown.filter(
      ({ to }) =>
        shownRun(to.context) === undefined ||
        (to.context.side === 'after' && editedVariant(to.context) === undefined),
    ),
  ).toEqual([]);
});

test('who cancels a run is back where he was, and the run is made no more', () => {
  const cancelled = explored.edges.filter(
    ({ from, event, to }) => event.type === 'RUN.CANCELLED' && from.hasTag('busy') && !to.hasTag('stopping'),
  );
  expect(cancelled.length).toBeGreaterThan(5);
  for (const { from, to } of cancelled) {
    expect(to.hasTag('busy')).toBe(false);
    expect(to.context).toMatchObject({
      before: from.context.before,
      variants: from.context.variants,
      edited: from.context.edited,
      asked: editedInput(from.context),
    });
  }
  const other: PageEvent = { type: 'INPUT.CHOSEN', sources: [] };
  const abandoned = (...path: readonly PageEvent[]) =>
    after(pageMachine, ...path, { type: 'RUN.CANCELLED' }).emitted.at(-1);
  expect(abandoned(chosen)).toEqual({ type: 'RUN.ABANDONED', side: 'before' });
  expect(abandoned(chosen, finished('before'), other)).toEqual({ type: 'RUN.ABANDONED', side: 'before' });
  expect(abandoned(chosen, finished('before'), changed)).toEqual({ type: 'RUN.ABANDONED', side: 'after' });
});

test('states say what the context holds', () => {
  for (const { to } of explored.edges) {
    const state = stateText(to.value);
    const { errors } = to.context;
    const what = editedVariant(to.context);
    if (state === 'shown.compared') expect(what).toBeDefined();
    if (state === 'shown.alone') expect(what).toBeUndefined();
    if (state === 'refused' || state === 'shown.whatIfRefused') expect(errors).not.toEqual([]);
    else expect(errors).toEqual([]);
  }
});

test('who cancels a run of which something is known gets that part; nothing is abandoned before', () => {
  const under: PageEvent = { type: 'RUN.PROGRESSED', side: 'before', progress };
  const stopped = after(pageMachine, chosen, under, { type: 'RUN.CANCELLED' });
  expect(stopped.snapshot.hasTag('stopping')).toBe(true);
  expect(stopped.emitted.at(-1)).toEqual({ type: 'RUN.STOPPED', side: 'before' });
  const nothing: PageEvent = { ...under, progress: { ...progress, atMs: 0 } };
  expect(after(pageMachine, chosen, nothing, { type: 'RUN.CANCELLED' }).snapshot.value).toBe('empty');
});

test('an input is asked for, and its run shown', () => {
  const { snapshot, emitted } = after(pageMachine, chosen, finished('before'));
  expect(stateText(snapshot.value)).toBe('shown.alone');
  expect(emitted).toEqual([
    { type: 'RUN.REQUESTED', side: 'before', input: { sources, settings: {} } },
    { type: 'RUN.ABANDONED', side: 'after' },
    { type: 'RUN.DROPPED', runs: [] },
    { type: 'RUN.SHOWN', endMs: 1_000 },
  ]);
});

test('a what-if is run with the sources of what is shown, and moves the end to that of the longer run', () => {
  const { snapshot, emitted } = after(
    pageMachine,
    chosen,
    finished('before', 1, 1_000),
    changed,
    finished('after', 2, 4_000),
  );
  expect(stateText(snapshot.value)).toBe('shown.compared');
  expect(snapshot.context.side).toBe('after');
  expect(emitted.slice(4)).toEqual([
    { type: 'RUN.REQUESTED', side: 'after', input: { sources, settings: parallel } },
    { type: 'RUN.DROPPED', runs: [] },
    { type: 'END.MOVED', endMs: 4_000 },
  ]);
});

test('what was shown stays while the next what-if runs, and where it is refused', () => {
  const path: readonly PageEvent[] = [chosen, finished('before'), changed, finished('after', 2), changed];
  expect(editedVariant(after(pageMachine, ...path).snapshot.context)?.run.run).toBe(2);
  const { snapshot } = after(pageMachine, ...path, { type: 'RUN.REFUSED', side: 'after', errors: ['no'] });
  expect(stateText(snapshot.value)).toBe('shown.whatIfRefused');
  expect(editedVariant(snapshot.context)?.run.run).toBe(2);
  expect(snapshot.context.errors).toEqual(['no']);
});

test('settings that are wrong in themselves end the run under way, and leave the last result with the settings that made it', () => {
  const wrong = { ...parallel, link: 'banana' };
  const path: readonly PageEvent[] = [chosen, finished('before'), changed, finished('after', 2), changed];
  const refused: PageEvent = { type: 'SETTINGS.REFUSED', settings: wrong, errors: ['node link: a rate'] };
  const { snapshot, emitted } = after(pageMachine, ...path, refused);
  expect(stateText(snapshot.value)).toBe('shown.whatIfRefused');
  expect(emitted.at(-1)).toEqual({ type: 'RUN.ABANDONED', side: 'after' });
  expect(snapshot.context).toMatchObject({
    asked: { settings: wrong },
    errors: ['node link: a rate'],
  });
  expect(editedInput(snapshot.context).settings).toEqual(parallel);
  expect(editedVariant(snapshot.context)?.run.run).toBe(2);
});

test('a control that is put back is a reset', () => {
  const { snapshot, emitted } = after(
    pageMachine,
    chosen,
    finished('before'),
    changed,
    finished('after', 2),
    {
      type: 'SETTINGS.CHANGED',
      settings: {},
    },
  );
  expect(stateText(snapshot.value)).toBe('shown.alone');
  expect(emitted.slice(-3)).toEqual([
    { type: 'RUN.ABANDONED', side: 'after' },
    { type: 'RUN.DROPPED', runs: [2] },
    { type: 'END.MOVED', endMs: 1_000 },
  ]);
});

test('a variant that is begun leaves the others, is made of the files, and has a number of its own', () => {
  const other: PageEvent = { type: 'SETTINGS.CHANGED', settings: { seed: 9 } };
  const path: readonly PageEvent[] = [
    chosen,
    finished('before'),
    changed,
    finished('after', 2, 4_000),
    { type: 'VARIANT.BEGUN' },
    other,
    finished('after', 3),
  ];
  const begun = after(pageMachine, ...path.slice(0, 5)).snapshot;
  expect([stateText(begun.value), begun.context.side, begun.context.asked.settings]).toEqual([
    'shown.alone',
    'before',
    {},
  ]);
  const { snapshot, emitted } = after(pageMachine, ...path);
  expect(snapshot.context.variants.map(({ number, settings, run }) => [number, settings, run.run])).toEqual([
    [1, parallel, 2],
    [2, { seed: 9 }, 3],
  ]);
  expect(shownRun(snapshot.context)?.run).toBe(3);
  // The axis is that of the longest run.
  expect(emitted.at(-1)).toEqual({ type: 'END.MOVED', endMs: 4_000 });
  const chosenFirst = after(pageMachine, ...path, { type: 'VARIANT.CHOSEN', number: 1 }).snapshot.context;
  expect([shownRun(chosenFirst)?.run, chosenFirst.asked.settings]).toEqual([2, parallel]);
  const removed = after(pageMachine, ...path, { type: 'VARIANT.REMOVED', number: 1 });
  expect(removed.emitted.slice(-2)).toEqual([
    { type: 'RUN.DROPPED', runs: [2] },
    { type: 'END.MOVED', endMs: 1_000 },
  ]);
  expect(shownRun(removed.snapshot.context)?.run).toBe(3);
});

test('a variant keeps the name that it was given while its settings change, and loses it where the name is empty', () => {
  const named: PageEvent = { type: 'VARIANT.NAMED', number: 1, name: '  two at once ' };
  const other: PageEvent = { type: 'SETTINGS.CHANGED', settings: { seed: 9 } };
  const path = [
    chosen,
    finished('before'),
    changed,
    finished('after', 2),
    named,
    other,
    finished('after', 3),
  ];
  const { snapshot } = after(pageMachine, ...path);
  expect(editedVariant(snapshot.context)).toMatchObject({ name: 'two at once', settings: { seed: 9 } });
  const unnamed = after(pageMachine, ...path, { type: 'VARIANT.NAMED', number: 1, name: ' ' }).snapshot;
  expect(editedVariant(unnamed.context)).not.toHaveProperty('name');
});

test('edited files make a variant as settings do, and a change of a setting keeps them', () => {
  const edited = [{ name: 'web.yaml', text: 'kind: Pod # edited' }];
  const path: readonly PageEvent[] = [
    chosen,
    finished('before'),
    { type: 'SETTINGS.CHANGED', settings: {}, sources: edited },
    finished('after', 2),
    changed,
  ];
  const { snapshot, emitted } = after(pageMachine, ...path);
  expect(emitted.at(-1)).toEqual({
    type: 'RUN.REQUESTED',
    side: 'after',
    input: { sources: edited, settings: parallel },
  });
  expect(editedInput(snapshot.context)).toEqual({ sources: edited, settings: {} });
  // The files as they were, with the settings as they were, are the run as loaded.
  const back = after(pageMachine, ...path, {
    type: 'SETTINGS.CHANGED',
    settings: {},
    sources: sources.map((source) => ({ ...source })),
  }).snapshot;
  expect([stateText(back.value), back.context.variants]).toEqual(['shown.alone', []]);
});

test('there are at most three variants, and a change then belongs to the one that is shown', () => {
  const one = (run: number): readonly PageEvent[] => [
    { type: 'VARIANT.BEGUN' },
    { type: 'SETTINGS.CHANGED', settings: { seed: run } },
    finished('after', run),
  ];
  const { snapshot } = after(
    pageMachine,
    chosen,
    finished('before'),
    ...one(2),
    ...one(3),
    ...one(4),
    ...one(5),
  );
  expect(snapshot.context.variants.map(({ settings }) => settings.seed)).toEqual([2, 3, 5]);
});

test('a wrong input leaves the run and its sources as they were, a key away', () => {
  const wrong: PageEvent = { type: 'INPUT.CHOSEN', sources: [{ name: 'bad.yaml', text: '}' }] };
  const path: readonly PageEvent[] = [
    chosen,
    finished('before'),
    wrong,
    { type: 'RUN.REFUSED', side: 'before', errors: ['bad.yaml:1:1: no'] },
  ];
  const { snapshot } = after(pageMachine, ...path, { type: 'REFUSAL.DISMISSED' });
  expect(stateText(snapshot.value)).toBe('shown.alone');
  expect(snapshot.context.input.sources).toEqual(sources);
});

test('a wrong input leaves the what-if and its settings as they were, a key away', () => {
  const other = { ...parallel, seed: 9 };
  const wrong: readonly PageEvent[] = [
    { type: 'INPUT.CHOSEN', sources, settings: other },
    { type: 'RUN.REFUSED', side: 'before', errors: ['no'] },
  ];
  const steps: readonly PageEvent[] = [chosen, finished('before'), changed, finished('after', 2)];
  // The settings asked for are again those of the run that is shown, whether or not the next what-if was
  // under way.
  for (const between of [[], [{ type: 'SETTINGS.CHANGED', settings: other } as const]]) {
    const { snapshot: back } = after(pageMachine, ...steps, ...between, ...wrong, {
      type: 'REFUSAL.DISMISSED',
    });
    expect(back.matches({ shown: 'compared' })).toBe(true);
    expect(back.context.asked).toEqual({ sources, settings: parallel });
  }
});

test('a stored trace cannot be changed', () => {
  const path: readonly PageEvent[] = [
    chosen,
    { type: 'RUN.FINISHED', side: 'before', run: emptyRun(1, 1_000, false) },
    changed,
  ];
  expect(stateText(after(pageMachine, ...path).snapshot.value)).toBe('shown.alone');
});

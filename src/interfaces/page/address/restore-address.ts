import { waitFor } from 'xstate';
import { firstDraft, questionOf } from '../ask/ask-draft.ts';
import { isSameQuestion } from '../ask/same-question.ts';
import { shownInput, shownRun } from '../machines/variants.ts';
import { type PageSession, requestOf } from '../page-session.ts';
import type { AddressVariant, PageAddress } from './page-address.ts';
import { isSameVariant, sourcesOfPart } from './variant-part.ts';

/**
 * Brings the page to what an address says of the run that is open: variants that are missing are run, those that
 * it does not name are removed. It resolves when all of it is there, and stops where `signal` says so, or where
 * settings are refused.
 */
export async function restoreView(
  session: PageSession,
  address: PageAddress,
  signal: AbortSignal,
): Promise<void> {
  const { page, view, send } = session;
  if (!(await isSettled(session, signal))) return;
  const wanted = address.variants ?? [];
  for (const variant of page.getSnapshot().context.variants)
    if (!wanted.some((each) => isSameVariant(variant, each)))
      send({ type: 'VARIANT.REMOVED', number: variant.number });
  for (const each of wanted) {
    if (numberOf(session, each) === undefined) {
      const sources = await sourcesOfPart(each, page.getSnapshot().context.input);
      if (signal.aborted) return;
      // Files that this browser does not have any more make no variant.
      if (sources === undefined) continue;
      send({ type: 'VARIANT.BEGUN' });
      send({ type: 'SETTINGS.CHANGED', settings: each.settings, sources });
      if (!(await isSettled(session, signal))) return;
    }
    const number = numberOf(session, each);
    if (number !== undefined) send({ type: 'VARIANT.NAMED', number, name: each.name });
  }
  const shown = address.shown === undefined ? undefined : wanted[address.shown - 1];
  const number = shown === undefined ? undefined : numberOf(session, shown);
  if (number !== undefined) send({ type: 'VARIANT.CHOSEN', number });
  else send({ type: 'SIDE.CHOSEN', side: 'before' });
  send({ type: 'SEARCH.CHANGED', text: address.search ?? '' });
  send({ type: 'VIEW.CHOSEN', view: address.view ?? 'timeline' });
  send({ type: 'GROUPING.CHOSEN', grouping: address.grouping });
  if (address.drawer === undefined) send({ type: 'DRAWER.CLOSED' });
  else send({ type: 'DRAWER.OPENED', tab: address.drawer });
  send({ type: 'DRAWER.SIZED', size: address.isLarge === true ? 'large' : 'beside' });
  const rows = shownRun(page.getSnapshot().context)?.view.rows ?? [];
  const row = address.row === undefined ? -1 : rows.findIndex(({ actor }) => actor === address.row);
  if (row < 0) send({ type: 'ROW.SELECTED', row: undefined });
  else send({ type: 'ROW.SELECTED', row, ...(address.bar === undefined ? {} : { bar: address.bar }) });
  if (address.actor !== undefined) send({ type: 'ACTOR.SELECTED', ...address.actor });
  send({ type: 'SEEK.REQUESTED', atMs: address.atMs ?? 0 });
  restoreQuestion(session, address);
  send({ type: 'RANGE.SELECTED', range: address.range });
  const { endMs } = view.getSnapshot().context;
  send({ type: 'WINDOW.CHANGED', window: address.window ?? { fromMs: 0, toMs: endMs } });
}

/**
 * Writes the question of an address into the drawer. What had been asked is asked again, as its answer is not in the
 * address.
 */
function restoreQuestion({ page, ask, send }: PageSession, { question: change, isAsked }: PageAddress): void {
  const { context } = page.getSnapshot();
  const run = shownRun(context);
  if (change === undefined || run === undefined) return;
  const { draft: before, asked } = ask.getSnapshot().context;
  const draft = { ...(before ?? firstDraft(run)), ...change };
  send({ type: 'QUESTION.DRAFTED', draft });
  const question = questionOf(draft);
  const request = requestOf(shownInput(context));
  if (isAsked !== true || typeof question === 'string') return;
  if (asked === undefined || !isSameQuestion(asked, question, request))
    send({ type: 'QUESTION.ASKED', asked: { question, request } });
}

/** Resolves when no run is being made: whether one is there to look at. */
async function isSettled({ page }: PageSession, signal: AbortSignal): Promise<boolean> {
  const settled = await waitFor(page, (state) => !state.hasTag('busy'), {
    timeout: Number.POSITIVE_INFINITY,
    signal,
  }).catch(() => undefined);
  return settled?.matches('shown') === true && !settled.matches({ shown: 'whatIfRefused' });
}

function numberOf({ page }: PageSession, wanted: AddressVariant): number | undefined {
  return page.getSnapshot().context.variants.find((variant) => isSameVariant(variant, wanted))?.number;
}

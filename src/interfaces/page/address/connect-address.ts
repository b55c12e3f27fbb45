import type { SnapshotFrom } from 'xstate';
import type { WithoutSecrets } from '../../../inputs/documents/without-secrets.ts';
import { questionOf } from '../ask/ask-draft.ts';
import { isSameQuestion } from '../ask/same-question.ts';
import type { Boot } from '../boot.ts';
import type { RunInput } from '../machines/page-protocol.ts';
import { editedVariant, shownInput, shownRun } from '../machines/variants.ts';
import { type PageSession, requestOf } from '../page-session.ts';
import { linkFragment, linkMark, readLinkFragment } from '../share/run-link.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunOrigin } from '../worker/worker-protocol.ts';
import { keepFiles, keptFiles } from './kept-files.ts';
import { formatAddress, type PageAddress, readAddress } from './page-address.ts';
import { restoreView } from './restore-address.ts';
import { packVariants, variantPart } from './variant-part.ts';

/** How long the page rests before its address follows: a drag makes hundreds of moments. */
const restMs = 250;
/** Inputs that are packed in fewer characters are in the address itself, so that it can be sent to others. */
const packedMax = 12_000;

/** The input that is open, and how an address names it. */
interface OpenInput {
  readonly of: RunInput;
  readonly part: InputPart;
}

type InputPart = Pick<PageAddress, 'example' | 'packed' | 'files'>;

/** Where the page's address is, as a test can play it: `window` in a browser. */
export type AddressBar = Pick<Window, 'location' | 'history' | 'addEventListener'>;

/**
 * Keeps the page's address and what it shows together: an address that is opened, reloaded or gone back to
 * restores input, variants, selection, playhead and zoom. What a person would want to go back to is a step of the
 * browser's history; the playhead and the zoom are not.
 */
export function connectAddress(session: PageSession, client: RunClient, boot: Boot, bar: AddressBar): void {
  const { page, playback, view, selection, layout, ask } = session;
  let input: OpenInput | undefined;
  let restoring = new AbortController();
  let isRestoring = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = async (): Promise<void> => {
    if (isRestoring || !page.getSnapshot().matches('shown') || page.getSnapshot().hasTag('busy')) return;
    const { context } = page.getSnapshot();
    if (context.input !== input?.of) {
      const part = await inputPart(session, client, boot);
      // Meanwhile other files may have been opened, or another address.
      if (isRestoring || page.getSnapshot().context.input !== context.input) return;
      input = { of: context.input, part };
    }
    try {
      await packVariants(context.variants, context.input, client);
    } catch {
      // The variant is gone meanwhile, or its worker.
      return;
    }
    if (isRestoring || page.getSnapshot().context.input !== context.input) return;
    const fragment = formatAddress({ ...input.part, ...viewPart(session) });
    if (fragment === bar.location.hash) return;
    const address = fragment === '' ? bar.location.pathname + bar.location.search : fragment;
    if (stepOf(fragment) === stepOf(bar.location.hash)) bar.history.replaceState(null, '', address);
    else bar.history.pushState(null, '', address);
  };
  const writeLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void write(), restMs);
  };
  const restore = async (): Promise<void> => {
    restoring.abort();
    restoring = new AbortController();
    const { signal } = restoring;
    isRestoring = true;
    const address = readAddress(bar.location.hash);
    if (!isOpen(session, input, address)) {
      await openInput(session, boot, { address, fragment: bar.location.hash, signal });
      if (signal.aborted) return;
      input = { of: page.getSnapshot().context.asked, part: inputPartOf(address) };
    }
    await restoreView(session, address, signal);
    if (!signal.aborted) isRestoring = false;
  };
  page.subscribe(writeLater);
  playback.subscribe(writeLater);
  view.subscribe(writeLater);
  selection.subscribe(writeLater);
  layout.subscribe(writeLater);
  ask.subscribe(writeLater);
  bar.addEventListener('popstate', () => void restore());
  if (bar.location.hash !== '') void restore();
}

/** Returns the part of a fragment that is a step to go back to. */
function stepOf(fragment: string): string {
  const { atMs: _at, window: _window, search: _search, question, ...step } = readAddress(fragment);
  // What is typed into a question is a step when it is asked.
  const asked = question !== undefined && step.isAsked !== true ? { kind: question.kind } : question;
  return formatAddress({ ...step, question: asked });
}

function inputPartOf({ example, packed, files }: PageAddress): InputPart {
  return { example, packed, files };
}

/** Whether the open input is that of the address. */
function isOpen({ page }: PageSession, input: OpenInput | undefined, address: PageAddress): boolean {
  const { context } = page.getSnapshot();
  const isCurrent = input !== undefined && (context.input === input.of || context.asked === input.of);
  return isCurrent && formatAddress(input.part) === formatAddress(inputPartOf(address));
}

interface OpenedAddress {
  readonly address: PageAddress;
  readonly fragment: string;
  /** Another address has been opened meanwhile. */
  readonly signal: AbortSignal;
}

/** Opens the input of an address: an example, packed or kept files, or what the page came with. */
async function openInput(
  session: PageSession,
  boot: Boot,
  { address: { example: name, files }, fragment, signal }: OpenedAddress,
): Promise<void> {
  const { send } = session;
  if (name !== undefined) {
    const example = boot.examples.find((each) => each.name === name);
    if (example !== undefined) send({ type: 'INPUT.CHOSEN', sources: example.sources });
    else send({ type: 'INPUT.REFUSED', errors: [`there is no example ${name} here`] });
    return;
  }
  // Links of other versions say so themselves.
  if (/^#run\d/.test(fragment)) return openLink(send, fragment, signal);
  if (files === undefined) {
    if (boot.request === undefined) send({ type: 'INPUT.CLOSED' });
    else openBoot(session, boot);
    return;
  }
  const kept = keptFiles(files);
  if (kept === undefined)
    send({
      type: 'INPUT.REFUSED',
      errors: ['the files of this address were open in another tab, or were closed: open them again'],
    });
  else await openLink(send, linkMark + kept, signal);
}

/** Opens what the page came with, if anything. */
export function openBoot({ send }: PageSession, { request }: Boot): void {
  const input = inputOf(request);
  if (input !== undefined) send({ type: 'INPUT.CHOSEN', ...input });
}

function inputOf(request: Boot['request']): RunInput | undefined {
  if (request === undefined) return undefined;
  return request.kind === 'show'
    ? { sources: [{ name: request.name, text: request.trace }], settings: {} }
    : { sources: request.sources, settings: request.settings };
}

async function openLink(send: PageSession['send'], fragment: string, signal: AbortSignal): Promise<void> {
  const read = await readLinkFragment(fragment);
  if (read === undefined || signal.aborted) return;
  if (read.ok) send({ type: 'INPUT.CHOSEN', sources: read.run.sources, settings: read.run.settings });
  else send({ type: 'INPUT.REFUSED', errors: [read.message] });
}

/** Returns how an address names the open input, without secrets. */
async function inputPart({ page }: PageSession, client: RunClient, boot: Boot): Promise<InputPart> {
  const { input, before } = page.getSnapshot().context;
  const { sources, settings } = input;
  const isPlain = Object.keys(settings).length === 0;
  if (JSON.stringify(inputOf(boot.request)) === JSON.stringify({ sources, settings })) return {};
  const example = boot.examples.find((each) => each.sources === sources);
  if (example !== undefined && isPlain) return { example: example.name };
  if (before === undefined || !before.canChange) return {};
  try {
    const { sources: shared }: WithoutSecrets = JSON.parse(await client.export(before.run, 'inputs'));
    const packed = (await linkFragment({ sources: shared, settings })).slice(linkMark.length);
    return packed.length <= packedMax ? { packed } : { files: keepFiles(packed) };
  } catch {
    // The run is gone meanwhile, or its worker.
    return {};
  }
}

/** What is being asked, and whether what was asked about the shown run is that. */
function questionIn(
  { context: { draft, asked } }: SnapshotFrom<PageSession['ask']>,
  request: RunOrigin,
): Pick<PageAddress, 'question' | 'isAsked'> {
  const isAsked =
    draft !== undefined && asked !== undefined && isSameQuestion(asked, questionOf(draft), request);
  return { question: draft, ...(isAsked ? { isAsked } : {}) };
}

function viewPart({ page, playback, view, selection, layout, ask }: PageSession): PageAddress {
  const { context } = page.getSnapshot();
  const { variants, side } = context;
  const edited = editedVariant(context);
  const { row, bar, actor } = selection.getSnapshot().context;
  const { window, search, range } = view.getSnapshot().context;
  const layoutNow = layout.getSnapshot();
  return {
    variants: variants.map(variantPart),
    shown: side === 'after' && edited !== undefined ? variants.indexOf(edited) + 1 : undefined,
    row: row === undefined ? undefined : shownRun(context)?.view.rows[row]?.actor,
    bar: row === undefined ? undefined : bar,
    actor,
    atMs: playback.getSnapshot().matches('playing') ? undefined : playback.getSnapshot().context.playheadMs,
    window: view.getSnapshot().matches('fitted') ? undefined : window,
    range,
    drawer: layoutNow.matches({ drawer: 'open' }) ? layoutNow.context.tab : undefined,
    isLarge: layoutNow.matches({ drawer: { open: 'large' } }) || undefined,
    ...(layoutNow.matches({ drawer: 'open' }) && layoutNow.context.tab === 'ask'
      ? questionIn(ask.getSnapshot(), requestOf(shownInput(context)))
      : {}),
    view: layoutNow.value.middle,
    grouping: layoutNow.context.grouping,
    search,
  };
}

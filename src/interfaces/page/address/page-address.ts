import { type RunRequest, redactedRequest, sparseRequest } from '../../../inputs/run-request.ts';
import type { QuestionDraft } from '../ask/ask-draft.ts';
import { questionOfPart, questionPart } from '../ask/question-part.ts';
import { readRequest } from '../share/shared-run.ts';
import {
  type DrawerTab,
  drawerTabs,
  type Grouping,
  groupings,
  type MainView,
  mainViews,
  type TimeWindow,
} from '../ui-protocol.ts';

/** What is shown, as the fragment of the page's address says it. Nothing of it is sent to a server. */
export interface PageAddress {
  /** The name of an example. */
  readonly example?: string | undefined;
  /** A whole input, packed by `compressed`. */
  readonly packed?: string | undefined;
  /** The key of files that this browser keeps. */
  readonly files?: string | undefined;
  /** The variants, in their order. */
  readonly variants?: readonly AddressVariant[] | undefined;
  /** Which variant is shown, 1 for the first; absent for the run as loaded. */
  readonly shown?: number | undefined;
  /** The name of the selected row's image pull in records. */
  readonly row?: string | undefined;
  /** The bar of the row that was picked, and not the whole row. */
  readonly bar?: number | undefined;
  /** The actor whose statechart is shown, by its path, and a node for which it works. */
  readonly actor?: { readonly node: string; readonly actor: string } | undefined;
  readonly atMs?: number | undefined;
  /** Absent for the whole run. */
  readonly window?: TimeWindow | undefined;
  /** The part of the run that is picked for its totals. */
  readonly range?: TimeWindow | undefined;
  /** Absent while the drawer is closed. */
  readonly drawer?: DrawerTab | undefined;
  /** Absent while the drawer is beside the timeline. */
  readonly isLarge?: boolean | undefined;
  /** The question in the drawer; absent while it shows something else. */
  readonly question?: QuestionDraft | undefined;
  /** Whether the question has been asked. */
  readonly isAsked?: boolean | undefined;
  readonly view?: MainView | undefined;
  readonly grouping?: Grouping | undefined;
  readonly search?: string | undefined;
}

/** A variant as an address has it. */
export interface AddressVariant {
  readonly settings: RunRequest;
  readonly name?: string;
  /** The files that were edited, packed by `compressed`. */
  readonly packed?: string;
  /** The key of the same, where this browser keeps them. */
  readonly files?: string;
}

/** The parts of a variant besides its settings, by their name in an address. They follow it. */
const variantParts = { name: 'name', edits: 'packed', editedFiles: 'files' } as const;

/** More would be no address that somebody follows. */
const variantsMax = 10;

/** Returns the fragment for an address, `#example=web-rollout&at=12.5`; empty if there is nothing to say. */
export function formatAddress(address: PageAddress): string {
  const {
    example,
    packed,
    files,
    variants = [],
    shown,
    row,
    bar,
    actor,
    atMs,
    window,
    range,
    drawer,
    isLarge,
    question,
    isAsked,
    view,
    grouping,
    search,
  } = address;
  const asked = question && questionPart(question);
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['run1', packed],
    ['example', example],
    ['files', files],
    ...variants.flatMap(({ settings, ...parts }) => [
      ['variant', settingsText(settings)] as const,
      ...Object.entries(variantParts).map(([part, field]) => [part, parts[field]] as const),
    ]),
    ['shown', shown?.toString()],
    ['row', row],
    ['bar', bar?.toString()],
    ['node', actor?.node],
    ['actor', actor?.actor],
    ['at', atMs === undefined || atMs === 0 ? undefined : secondsText(atMs)],
    ['from', window && secondsText(window.fromMs)],
    ['to', window && secondsText(window.toMs)],
    ['range', range && `${secondsText(range.fromMs)}-${secondsText(range.toMs)}`],
    ['details', drawer],
    ['large', isLarge === true ? 'yes' : undefined],
    ['question', asked?.kind],
    ['fields', asked?.fields === '{}' ? undefined : asked?.fields],
    ['asked', asked !== undefined && isAsked === true ? 'yes' : undefined],
    ['view', view === 'timeline' ? undefined : view],
    ['group', grouping],
    ['search', search === '' ? undefined : search],
  ];
  const said = parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encoded(value)}`]));
  return said.length === 0 ? '' : `#${said.join('&')}`;
}

/** Returns what a fragment says. What is wrong in it, or unknown, is left out: people shorten addresses. */
export function readAddress(fragment: string): PageAddress {
  const said = new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B'));
  const text = (name: string): string | undefined => said.get(name) ?? undefined;
  const number = (name: string): number | undefined => {
    const value = Number(said.get(name) ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const ms = (name: string): number | undefined => {
    const seconds = number(name);
    return seconds === undefined ? undefined : seconds * 1000;
  };
  const [fromMs, toMs] = [ms('from'), ms('to')];
  const [node, actor] = [text('node'), text('actor')];
  const kind = text('question');
  return {
    example: text('example'),
    packed: text('run1'),
    files: text('files'),
    variants: variantsIn(said),
    shown: number('shown'),
    row: text('row'),
    bar: number('bar'),
    actor: node !== undefined && actor !== undefined ? { node, actor } : undefined,
    atMs: ms('at'),
    window: fromMs !== undefined && toMs !== undefined && fromMs < toMs ? { fromMs, toMs } : undefined,
    range: rangeOf(text('range')),
    drawer: drawerTabs.find((tab) => tab === text('details')),
    isLarge: text('large') === 'yes' || undefined,
    question: kind === undefined ? undefined : questionOfPart({ kind, fields: text('fields') ?? '{}' }),
    isAsked: text('asked') === 'yes' || undefined,
    view: mainViews.find((view) => view === text('view')),
    grouping: groupings.find((grouping) => grouping === text('group')),
    search: text('search'),
  };
}

/** Returns the range of `4.5-20`, in seconds; undefined where it is none. */
function rangeOf(said: string | undefined): TimeWindow | undefined {
  const [, from, to] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(said ?? '') ?? [];
  const [fromMs, toMs] = [Number(from) * 1000, Number(to) * 1000];
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

function variantsIn(said: URLSearchParams): readonly AddressVariant[] {
  const variants: (AddressVariant | undefined)[] = [];
  for (const [part, value] of said) {
    if (part === 'variant') {
      if (variants.length >= variantsMax) break;
      variants.push(variantOf(value));
    }
    const last = variants.at(-1);
    if (last !== undefined && Object.hasOwn(variantParts, part))
      variants[variants.length - 1] = { ...last, [variantParts[part as keyof typeof variantParts]]: value };
  }
  return variants.filter((variant) => variant !== undefined);
}

/** Returns settings as an address has them: without secrets, and equal ones are equal. */
export function settingsText(settings: RunRequest): string {
  return JSON.stringify(redactedRequest(sparseRequest(settings)));
}

function variantOf(text: string): AddressVariant | undefined {
  try {
    const settings = readRequest(JSON.parse(text));
    return typeof settings === 'string' ? undefined : { settings };
  } catch {
    return undefined;
  }
}

/** Exact to the microsecond, as times are. */
function secondsText(ms: number): string {
  return String(Math.round(ms * 1000) / 1_000_000);
}

/** What an address may contain as it is stays readable. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',');
}

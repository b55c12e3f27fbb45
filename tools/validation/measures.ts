import type { ObservedRequest, ObservedRun } from './observed-run.ts';

/** What is compared of one run. */
export interface Measures {
  /** By what is counted: requests by method, kind and status; ranges; connections. */
  readonly counts: Readonly<Record<string, number>>;
  /** By image: the order of its layers' first requests. */
  readonly order: Readonly<Record<string, string>>;
  /** By pull: its error, `ok`, or that the client gave up. */
  readonly texts: Readonly<Record<string, string>>;
  /** By pull: how long it took, in ms. */
  readonly pulls: Readonly<Record<string, number>>;
  /** By phase: when it was reached, in ms since the start of the run. */
  readonly moments: Readonly<Record<string, number>>;
}

/**
 * How the order of layers is compared: windows of so many in any order, then one by one; or which layers, in
 * no order.
 */
export type OrderRule = { readonly kind: 'manifest'; readonly window: number } | { readonly kind: 'random' };

/** Returns the measures of a run. */
export function measuresOf(run: ObservedRun, order: OrderRule): Measures {
  return {
    counts: countsOf(run.requests),
    order: orderOf(run.requests, order),
    texts: textsOf(run),
    pulls: durationsOf(run.pulls),
    moments: momentsOf(run),
  };
}

function countsOf(requests: readonly ObservedRequest[]): Measures['counts'] {
  const counts: Record<string, number> = {};
  for (const { method, kind, status } of requests) {
    const name = `${method} ${kind} ${status === 0 ? 'unanswered' : status}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const ranges = requests.filter(({ offset }) => offset > 0).length;
  const connections = new Set(requests.map(({ connection }) => connection)).size;
  return { ...counts, ranges, connections };
}

function orderOf(requests: readonly ObservedRequest[], rule: OrderRule): Measures['order'] {
  const layers = new Map<string, Set<number>>();
  for (const { kind, blob } of requests) {
    const [, image, layer] = /^(.*)\/layer(\d+)$/.exec(blob) ?? [];
    if (kind !== 'layer' || image === undefined) continue;
    const seen = layers.get(image) ?? new Set();
    layers.set(image, seen.add(Number(layer)));
  }
  return Object.fromEntries([...layers].map(([image, seen]) => [image, shownOrder([...seen], rule)]));
}

function shownOrder(layers: readonly number[], rule: OrderRule): string {
  const ascending = (left: number, right: number) => left - right;
  if (rule.kind === 'random') return `{${layers.toSorted(ascending).join(' ')}}`;
  const first = layers.slice(0, rule.window).toSorted(ascending);
  return [`{${first.join(' ')}}`, ...layers.slice(rule.window)].join(' ');
}

function textsOf({ pulls }: ObservedRun): Measures['texts'] {
  return Object.fromEntries(
    pulls.map(({ pull, ok, error, gaveUp }) => [
      pull,
      gaveUp ? 'the client gave up' : ok ? 'ok' : (error ?? ''),
    ]),
  );
}

function momentsOf({ requests, unpacks }: ObservedRun): Measures['moments'] {
  const layers = requests.filter(({ kind }) => kind === 'layer');
  const moments: readonly (readonly [string, number | undefined])[] = [
    ['first layer', least(layers.map(({ sentMs }) => sentMs))],
    ['last byte', greatest(layers.flatMap(({ endMs }) => endMs ?? []))],
    ['first unpack', least(unpacks.map(({ startMs }) => startMs))],
    ['last unpacked', greatest(unpacks.map(({ endMs }) => endMs))],
  ];
  return Object.fromEntries(moments.flatMap(([name, ms]) => (ms === undefined ? [] : [[name, ms]])));
}

/** Pulls that began together are told apart by when they ended: which of them is first is chance. */
function durationsOf(pulls: ObservedRun['pulls']): Measures['pulls'] {
  const byStart = pulls.toSorted((left, right) => left.startMs - right.startMs);
  const groups: (typeof byStart)[] = [];
  for (const pull of byStart) {
    const open = groups.at(-1);
    if (open?.[0] !== undefined && pull.startMs - open[0].startMs < togetherMs)
      groups[groups.length - 1] = [...open, pull];
    else groups.push([pull]);
  }
  return Object.fromEntries(groups.flatMap(namedDurations));
}

function namedDurations(group: ObservedRun['pulls']): readonly (readonly [string, number])[] {
  const [name = ''] = group.map(({ pull }) => pull).toSorted();
  const durations = group
    .map(({ startMs, endMs }) => endMs - startMs)
    .toSorted((left, right) => left - right);
  return durations.map((ms, place) => [
    group.length === 1 ? name : `${name}… ${place + 1} of ${group.length}`,
    ms,
  ]);
}

const togetherMs = 50;

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.min(...values);
}

function greatest(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}

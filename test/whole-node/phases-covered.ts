import type { ContainerPhases, PhaseName } from '../../src/reports/phases/container-phases.ts';
import { containerPhases } from '../../src/reports/phases/pod-phases.ts';
import { getOrInsert } from '../../src/rules/collections/get-or-insert.ts';
import type { ActorRecord, TraceRecord } from '../../src/trace/record.ts';

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What the records of a trace say about one container's pulls: when each kind of work was under way. */
type Covers = ReadonlyMap<PhaseName, readonly Span[]>;

/**
 * The phases whose every moment is covered by work in the trace, each with what it is that is under way then.
 */
const works: Readonly<Partial<Record<PhaseName, string>>> = {
  resolving: 'a request without an answer',
  resting: 'a rest of the runtime',
  downloading: 'a layer that arrives',
  stalled: 'a layer that has stopped to arrive',
  unpacking: 'a layer that is unpacked',
  waitingForSlot: 'a pull that waits for a slot',
  backingOff: 'a back-off window',
};

/**
 * Returns the phases of containers that the trace does not bear out: what is said to be asked, downloaded,
 * unpacked or waited for while no record says that such work is under way. A second reading of the trace,
 * which knows no rules of the first.
 */
export function uncoveredPhases(records: readonly TraceRecord[]): readonly string[] {
  const covers = coversOf(records);
  return containerPhases(records).flatMap((container) =>
    container.phases.flatMap(({ phase, fromMs, toMs }) => {
      const work = works[phase];
      if (work === undefined) return [];
      const gapMs = firstGap(covers.get(actorOf(container))?.get(phase) ?? [], { fromMs, toMs });
      if (gapMs === undefined) return [];
      return [
        `${actorOf(container)} is ${phase} from ${fromMs} to ${toMs} ms, but at ${gapMs} ms there is not ${work}`,
      ];
    }),
  );
}

function actorOf({ node, pod, name, kind }: ContainerPhases): string {
  return `${node}/kubelet/${pod.namespace}/${pod.name}/${kind === 'imageVolume' ? 'volumes/' : ''}${name}`;
}

/** The first moment of the span that none of the others covers. */
function firstGap(covering: readonly Span[], { fromMs, toMs }: Span): number | undefined {
  const epsilon = 1e-6;
  let reachedMs = fromMs;
  for (const span of [...covering].sort((one, other) => one.fromMs - other.fromMs))
    if (span.fromMs <= reachedMs + epsilon) reachedMs = Math.max(reachedMs, span.toMs);
  return reachedMs + epsilon < toMs ? reachedMs : undefined;
}

/** By the actor that pulls. */
function coversOf(records: readonly TraceRecord[]): ReadonlyMap<string, Covers> {
  const covers = new Map<string, Map<PhaseName, Span[]>>();
  const open = new Map<
    string,
    { readonly who: string; readonly phase: PhaseName; readonly fromMs: number }
  >();
  const add = (who: string, phase: PhaseName, span: Span): void => {
    getOrInsert(
      getOrInsert(covers, who, () => new Map<PhaseName, Span[]>()),
      phase,
      () => [],
    ).push(span);
  };
  const close = (key: string, toMs: number): void => {
    const one = open.get(key);
    if (one !== undefined) add(one.who, one.phase, { fromMs: one.fromMs, toMs });
    open.delete(key);
  };
  for (const record of records) {
    if (record.type === 'header' || record.type === 'end') continue;
    if (record.type === 'pull' && record.untilMs !== undefined)
      add(record.actor, 'backingOff', { fromMs: record.at, toMs: record.untilMs });
    const step = stepOf(record);
    if (step === undefined) continue;
    close(step.key, record.at);
    if (step.phase !== undefined) open.set(step.key, { who: step.who, phase: step.phase, fromMs: record.at });
  }
  const endMs = records.at(-1)?.at ?? 0;
  for (const key of [...open.keys()]) close(key, endMs);
  return covers;
}

/** The work that a record begins, or ends if it names no phase; undefined: it is about none. */
function stepOf(
  record: ActorRecord,
): { readonly key: string; readonly who: string; readonly phase: PhaseName | undefined } | undefined {
  switch (record.type) {
    case 'request': {
      const phase =
        record.state === 'sent' ? 'resolving' : record.state === 'resting' ? 'resting' : undefined;
      return { key: `request ${record.actor}`, who: record.pull, phase };
    }
    case 'fetch': {
      const phase =
        record.state === 'started' ? 'downloading' : record.state === 'stalled' ? 'stalled' : undefined;
      return { key: `fetch ${record.pull} ${record.layer}`, who: record.pull, phase };
    }
    case 'unpack':
      return {
        key: `unpack ${record.pull} ${record.layer}`,
        who: record.pull,
        phase: record.state === 'started' ? 'unpacking' : undefined,
      };
    case 'pull':
      return {
        key: `slot ${record.actor}`,
        who: record.actor,
        phase: record.state === 'waiting' ? 'waitingForSlot' : undefined,
      };
    default:
      return undefined;
  }
}

import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { ReadingTable } from '../../trace/readings.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { JsonFields } from '../json/json-text.ts';
import { BarDetails } from '../run-view/bar-details.ts';
import { CauseIndex } from '../run-view/cause-index.ts';
import { type CauseView, phaseCause } from '../run-view/phase-cause.ts';
import { recordedCauses } from '../run-view/recorded-causes.ts';
import { type RunRow, runRows } from '../run-view/run-rows.ts';
import { nameOf, whyPhrase } from '../run-view/why-phrase.ts';
import { durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { criticalPath, type PathLink, pathSpan } from './critical-path.ts';
import { PodStagesReader } from './pod-stages.ts';
import { type Holder, holderWithin, slotHolders } from './slot-holders.ts';

/**
 * How a container came to run: a chain of causes whose times add up. Times in virtual ms, exact to the
 * microsecond; plain data.
 */
export type PathExplanation = JsonFields<'Explanation'>['path'];
export type ExplainedLink = PathExplanation['links'][number];
export type ExplainedHolder = NonNullable<ExplainedLink['heldBy']>[number];

/** The most containers that are named as sharing a link. */
const besidesMax = 5;

/** Explains containers of one run. It is built once, and a question costs little. */
export class PathIndex {
  readonly rows: readonly RunRow[];
  readonly #causes: CauseIndex;
  readonly #details: BarDetails;
  readonly #stages = new PodStagesReader();
  readonly #byPod: ReadonlyMap<string, readonly RunRow[]>;

  constructor(records: readonly TraceRecord[]) {
    const { rows } = runRows(records);
    this.rows = rows.filter(({ isPrePull }) => !isPrePull);
    this.#byPod = groupedBy(this.rows, ({ container }) => container.pod.uid);
    this.#causes = new CauseIndex(recordedCauses(records), rows);
    this.#details = new BarDetails(records, this.#causes);
    new ReadingTable([this.#stages.readings]).noteUntil(records, Number.POSITIVE_INFINITY);
  }

  /** Returns the links of a row's path, as they are. */
  links(row: RunRow): PathLink[] {
    return criticalPath(row, this.#byPod.get(row.container.pod.uid) ?? [], this.#stages);
  }

  explain(row: RunRow): PathExplanation {
    const { container } = row;
    const { fromMs, toMs, reached } = pathSpan(row);
    const links = this.links(row);
    return {
      pod: podName(container),
      container: visibleText(container.name),
      kind: container.kind,
      node: container.node,
      image: visibleText(container.image),
      fromMs,
      toMs,
      tookMs: between(fromMs, toMs),
      reached,
      links: links.map((link, index) => this.#explained(link, links[index - 1])),
    };
  }

  #explained(link: PathLink, before: PathLink | undefined): ExplainedLink {
    const { name, fromMs, toMs, of } = link;
    const span = { name, fromMs, toMs, tookMs: between(fromMs, toMs) };
    if (of === undefined) return { ...span, sentence: stageSentence(link, before) };
    const phase = { ...of.phase, fromMs, toMs };
    const details = this.#details
      .of(of.row, phase)
      .map((detail) => detail.replace(/^(?:The|It)\b/, (word) => word.toLowerCase()));
    const sentences = [whyPhrase(this.#causes, of.row, phase), ...details];
    const cause = phaseCause(this.#causes, of.row, phase);
    const holders = this.#holders(of.row, link);
    const besides = name === 'downloading' ? this.#besides(of.row, link) : [];
    return {
      ...span,
      container: visibleText(of.row.container.name),
      image: visibleText(of.phase.image ?? of.row.container.image),
      sentence: visibleText(sentences.join('; ')),
      ...(cause === undefined ? {} : { cause: causeView(cause) }),
      ...(holders.length === 0 ? {} : { heldBy: holders.map(explainedHolder) }),
      ...(besides.length === 0 ? {} : { besides }),
    };
  }

  #holders(row: RunRow, { name, fromMs, toMs, of }: PathLink): Holder[] {
    if (of === undefined) return [];
    if (name === 'waitingForSlot') return slotHolders(this.#causes, row, { ...of.phase, fromMs, toMs });
    if (name !== 'waitingForDownload' && name !== 'waitingForUnpack' && name !== 'waitingForOtherPull')
      return [];
    const found = this.#causes.rowBehind(of.phase);
    const holder = found === undefined ? undefined : this.#causes.rows[found];
    return holder === undefined || holder === row
      ? []
      : [holderWithin(holder, holder.container.phases, fromMs, toMs)];
  }

  /** Returns the containers of the node that downloaded at the same time. */
  #besides(
    { container }: RunRow,
    { fromMs, toMs }: PathLink,
  ): { readonly container: string; readonly tookMs: number }[] {
    const others = this.#causes.rows.flatMap((other) => {
      if (other.container === container || other.container.node !== container.node) return [];
      const { phases } = holderWithin(other, other.container.phases, fromMs, toMs);
      const tookMs = phases.reduce(
        (sum, { phase, ...span }) => sum + (phase === 'downloading' ? between(span.fromMs, span.toMs) : 0),
        0,
      );
      return tookMs === 0
        ? []
        : [{ container: visibleText(nameOf(other.container)), tookMs: between(0, tookMs) }];
    });
    return others.sort((a, b) => b.tookMs - a.tookMs).slice(0, besidesMax);
  }
}

function explainedHolder({ row, fromMs, toMs, phases }: Holder): ExplainedHolder {
  return {
    container: visibleText(nameOf(row.container)),
    image: visibleText(row.container.image),
    fromMs,
    toMs,
    tookMs: between(fromMs, toMs),
    phases: phases.map(({ phase, ...span }) => ({ phase, tookMs: between(span.fromMs, span.toMs) })),
  };
}

function causeView({ kind, actor, atMs }: CauseView): NonNullable<ExplainedLink['cause']> {
  return { kind, actor: visibleText(actor), atMs };
}

function stageSentence({ name, fromMs, toMs }: PathLink, before: PathLink | undefined): string {
  const lasted = durationText(between(fromMs, toMs));
  if (name === 'makingSandbox') return `spent ${lasted} making the pod's sandbox`;
  if (name === 'preparing')
    return `spent ${lasted} on the pod's volumes and checks, before a container has its turn`;
  const ended =
    before?.of !== undefined && before.name === 'running'
      ? `that ${before.of.row.container.name} has ended`
      : 'the pod again';
  return `waited ${lasted} until the kubelet saw ${before === undefined ? 'the pod' : ended}`;
}

function podName({ pod }: RunRow['container']): string {
  return visibleText(`${pod.namespace}/${pod.name}`);
}

/** Returns a duration in ms that is exact to the microsecond. */
function between(fromMs: number, toMs: number): number {
  return (Math.round(toMs * 1000) - Math.round(fromMs * 1000)) / 1000;
}

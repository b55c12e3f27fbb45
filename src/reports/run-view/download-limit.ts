import { isPeerSource, peerSource, peersHost } from '../../rules/runtime/peers/peer-source.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { durationText, sizeText } from '../text/quantity-text.ts';
import type { NetworkView } from './network-events.ts';
import { indexAt, type Series, valueAt } from './series-builder.ts';

/** What limits the intake of a node, if it is not the link. */
const intakeWords = { disk: 'disk, which writes', cpus: 'processors, which take in' } as const;

/** The most moments of a span that are examined. */
const momentsMax = 400;

type Limit = 'stall' | 'response' | 'link' | 'processors' | 'egress';

/**
 * Returns what limited a response of this registry, or of another node (`peers/node-3`), to this node for
 * most of the span, in words that follow "limited by". Empty if nothing did, or if the trace does not have
 * the capacities.
 */
export function downloadLimit(
  network: NetworkView,
  records: readonly TraceRecord[],
  node: string,
  host: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): string {
  const rates = network.rates.get(`${node} ${host}`);
  if (rates === undefined || !(toMs > fromMs)) return '';
  const header = headerOf(records);
  const { intake, processors } = header?.nodes.find(({ name }) => name === node) ?? {};
  const limits = header?.registries?.[isPeerSource(host) ? peersHost : host];
  const lastedMs: Record<Limit, number> = { stall: 0, response: 0, link: 0, processors: 0, egress: 0 };
  let pullsMs = 0;
  let pulledMs = 0;
  for (const [beginMs, endMs] of spans(rates.atMs, indexAt(rates, fromMs), fromMs, toMs)) {
    const rate = valueAt(rates, beginMs);
    const link = network.links.get(node);
    const pulls = network.pulls.get(node);
    const capacities = network.capacities.get(node);
    const capacity = capacities === undefined ? Number.POSITIVE_INFINITY : valueAt(capacities, beginMs);
    const isLinkFull = isFull(capacity, link, beginMs);
    let limit: Limit = 'egress';
    if (rate === 0) limit = 'stall';
    else if (rate === Math.floor(limits?.bytesPerSecondPerResponse ?? Number.NaN)) limit = 'response';
    else if (isLinkFull) limit = 'link';
    else if (
      processors !== undefined &&
      isFull(processors.bytesPerSecond, network.processors.get(node), beginMs)
    )
      limit = 'processors';
    lastedMs[limit] += endMs - beginMs;
    if (pulls === undefined || rate === 0) continue;
    pullsMs += valueAt(pulls, beginMs) * (endMs - beginMs);
    pulledMs += endMs - beginMs;
  }
  const others = pulledMs === 0 ? 0 : Math.max(0, pullsMs / pulledMs - 1);
  const capacities = network.capacities.get(node);
  const linkRate = capacities === undefined ? 0 : valueAt(capacities, (fromMs + toMs) / 2);
  const [longest] = (Object.keys(lastedMs) as Limit[]).sort((a, b) => lastedMs[b] - lastedMs[a]);
  if (longest === 'stall') return `${host}, which sent nothing for ${durationText(lastedMs.stall)}`;
  if (longest === 'response')
    return `${host}, which sends ${sizeText(limits?.bytesPerSecondPerResponse ?? 0)}/s in each response`;
  if (longest === 'egress' && isPeerSource(host)) {
    const uplink = header?.nodes.find(({ name }) => peerSource(name) === host)?.uplinkBytesPerSecond;
    if (host === peersHost) return 'what the origin and the uplinks of all nodes that download send together';
    return uplink === undefined
      ? ''
      : `the uplink of ${host.slice(peersHost.length + 1)}, which sends ${sizeText(uplink)}/s to all its peers together`;
  }
  if (longest === 'egress') {
    const egress = limits?.egressBytesPerSecond;
    return egress === undefined ? '' : `${host}, which sends ${sizeText(egress)}/s to all nodes together`;
  }
  const shared = others < 0.05 ? '' : `, shared with ${othersText(others)}`;
  if (longest === 'processors') return `the node's processors, which unpack layers at the same time${shared}`;
  if (!Number.isFinite(linkRate)) return '';
  const limit =
    intake === undefined || linkRate < intake.bytesPerSecond ? 'link of' : intakeWords[intake.limit];
  return `the node's ${limit} ${sizeText(linkRate)}/s${shared}`;
}

/** Rates are whole bytes per second, rounded down: a full pipe has less than a byte per flow left. */
function isFull(capacity: number, used: Series | undefined, atMs: number): boolean {
  return used !== undefined && capacity - valueAt(used, atMs) < Math.max(1, capacity / 1000);
}

/** Returns the spans between changes, or as many even ones if there are too many changes. */
function* spans(
  changes: readonly number[],
  from: number,
  fromMs: number,
  toMs: number,
): Generator<readonly [number, number]> {
  const count = indexAt({ atMs: changes, values: [] }, toMs) - from + 1;
  if (count > momentsMax) {
    const stepMs = (toMs - fromMs) / momentsMax;
    for (let moment = 0; moment < momentsMax; moment++)
      yield [fromMs + moment * stepMs, fromMs + (moment + 1) * stepMs];
    return;
  }
  let beginMs = fromMs;
  for (let index = from + 1; index <= from + count; index++) {
    const endMs = Math.min(toMs, changes[index] ?? toMs);
    if (endMs > beginMs) yield [beginMs, endMs];
    beginMs = Math.max(beginMs, endMs);
  }
}

function othersText(others: number): string {
  const whole = Math.max(1, Math.round(others));
  return whole === 1 ? 'another pull' : `${whole} other pulls on average`;
}

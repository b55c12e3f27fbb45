import { kubeletMetricsTable } from '../../kubelet/kubelet-metrics.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { profiles } from '../../kubelet/profiles/profiles.ts';
import { isReleaseAtLeast } from '../../kubelet/release-order.ts';
import type { ActorRecord, TraceRecord } from '../../trace/record.ts';
import { PodStartups } from '../phases/pod-startups.ts';
import { profilesByNode } from '../summary/profiles-by-node.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { matchesName } from '../text/name-pattern.ts';
import type { TextOptions } from '../text/text-options.ts';
import { ContainerCollector } from './container-collector.ts';
import { ImageCollector } from './image-collector.ts';
import { mergeFamilies } from './merge-families.ts';
import type { MetricCollector } from './metric-collector.ts';
import type { MetricFamily } from './metric-family.ts';
import { PlegCollector } from './pleg-collector.ts';
import { PodCollector } from './pod-collector.ts';
import { RuntimeCollector } from './runtime-collector.ts';

/**
 * Returns the metrics of the kubelets at `atMs` (default: the trace's end), as each has them on its page: since its last
 * start, with what its release has. Those of several nodes are told apart by the label `instance`, which is what a
 * Prometheus that scrapes them all adds; the page of one node has no such label, as the real one.
 */
export function kubeletMetrics(records: readonly TraceRecord[], { atMs, node }: TextOptions): MetricFamily[] {
  const endMs = atMs ?? records.at(-1)?.at ?? 0;
  const header = headerOf(records);
  const byNode = profilesByNode(records);
  const names = (header?.nodes ?? [])
    .map(({ name }) => name)
    .filter((name) => node === undefined || matchesName(node, { namespace: '', name }));
  const kubelets = new Map(names.map((name) => [name, new Kubelet(byNode.get(name) ?? profiles[0], header?.epoch ?? '')]));
  const startups = new PodStartups(byNode);
  for (const record of records) {
    if (record.at > endMs) break;
    if (record.type === 'header' || record.type === 'end') continue;
    const startup = startups.note(record);
    if (startup !== undefined) kubelets.get(startup.node)?.pods.noteStartup(startup);
    if ('node' in record) kubelets.get(record.node)?.note(record);
  }
  const pages = [...kubelets].map(([name, kubelet]) => [name, kubelet.families(endMs)] as const);
  const [first] = pages;
  return pages.length === 1 && first !== undefined ? first[1] : mergeFamilies(pages);
}

/** One kubelet's page. */
class Kubelet {
  readonly pods = new PodCollector();
  readonly #collectors: readonly MetricCollector[];
  readonly #profile: Profile;

  constructor(profile: Profile, epoch: string) {
    this.#profile = profile;
    this.#collectors = [new ImageCollector(), new RuntimeCollector(), new ContainerCollector(), new PlegCollector(epoch)];
  }

  note(record: ActorRecord): void {
    if (record.type === 'node' && record.state !== 'started') {
      for (const collector of this.#collectors) collector.restart();
      this.pods.restart(record.at);
    }
    for (const collector of this.#collectors) collector.note(record);
    this.pods.note(record);
  }

  families(atMs: number): MetricFamily[] {
    const release = isReleaseAtLeast(this.#profile.release, '1.27') ? this.#profile.release : '1.27';
    const since = new Map(Object.values(kubeletMetricsTable).map((metric) => [metric.name as string, metric.since as string]));
    return [...this.#collectors.flatMap((collector) => collector.families(atMs)), ...this.pods.families()]
      .filter((family) => isReleaseAtLeast(release, since.get(family.name) ?? '') && hasSeries(family))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** A metric with labels is on the page from its first use on. */
function hasSeries(family: MetricFamily): boolean {
  return (family.type === 'histogram' ? family.distributions : family.samples).length > 0;
}

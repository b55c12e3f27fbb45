import { ensureImageLabels, imageSizeBucket } from '../../rules/kubelet/images/image-metrics.ts';
import {
  kubeletMetricsTable,
  metricIn,
  kubeletMetricsTable as table,
} from '../../rules/kubelet/kubelet-metrics.ts';
import { isReleaseAtLeast } from '../../rules/kubelet/kubelet-release.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import { type Readings, ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { PodStartups } from '../phases/pod-startups.ts';
import { showsNode } from '../run-filter/run-filter.ts';
import { ShownRecords } from '../run-filter/shown-records.ts';
import { type RunReader, readRun } from '../run-reader.ts';
import { profilesByNode } from '../summary/profiles-by-node.ts';
import type { TextOptions } from '../text/text-options.ts';
import { ContainerCollector } from './container-collector.ts';
import {
  type CountedMetrics,
  type MetricCollector,
  MetricCounter,
  type MetricFamily,
  MetricHistogram,
} from './metric-family.ts';
import { PlegCollector } from './pleg-collector.ts';
import { PodCollector } from './pod-collector.ts';
import { RuntimeCollector } from './runtime-collector.ts';

/** The metrics of the image manager and of image GC. */
export class ImageCollector implements MetricCollector {
  readonly #pulls = new MetricHistogram(table.imagePullDuration);
  readonly #requests = new MetricCounter(table.ensureImageRequests);
  readonly #checks = new MetricCounter(table.mustPullChecks);
  readonly #collected: MetricCounter;
  readonly #counted: CountedMetrics;

  constructor({ release }: Pick<Profile, 'release'>) {
    this.#collected = new MetricCounter(metricIn(table.imageGarbageCollected, release));
    this.#counted = [this.#pulls, this.#requests, this.#checks, this.#collected];
  }

  readonly readings: Readings = {
    pull: ({ state, waitedMs = 0, tookMs = 0, sizeBytes = 0 }) => {
      if (state !== 'pulled') return;
      const pullMs = Math.floor(waitedMs + tookMs + 1e-6);
      this.#pulls.observe(pullMs, { image_size_in_bytes: imageSizeBucket(sizeBytes) });
    },
    result: (record) => {
      this.#requests.add(ensureImageLabels(record));
      if (record.credentialCheck !== undefined) this.#checks.add({ result: record.credentialCheck });
    },
    imageGC: ({ state, reason = 'space' }) => {
      if (state === 'removed') this.#collected.add({ reason });
    },
  };

  restart(): void {
    for (const metric of this.#counted) metric.clear();
  }

  families(): MetricFamily[] {
    return this.#counted.map((metric) => metric.family());
  }
}

/**
 * Returns the metrics of the kubelets at `atMs` (default: the trace's end), as on their `/metrics` pages:
 * since each kubelet's last start, and with the metrics of its release. With several nodes, each series has
 * the label `instance`, which a Prometheus that scrapes them adds. The page of one node has no such label,
 * like the real one. A kubelet's page does not tell pods apart: a filter shows the whole pages of the nodes
 * with such pods.
 */
export function kubeletMetrics(records: readonly TraceRecord[], options: TextOptions): MetricFamily[] {
  return readRun(records, options.atMs, (header) => kubeletMetricsReader(header, options));
}

/** Reads a run for them. */
export function kubeletMetricsReader(
  header: HeaderRecord | undefined,
  { filter = {} }: TextOptions,
): RunReader<MetricFamily[]> {
  const byNode = profilesByNode(header);
  const shown = new ShownRecords(filter);
  const names = (header?.nodes ?? []).map(({ name }) => name).filter((name) => showsNode(filter, name));
  const kubelets = new Map(
    names.map((name) => [name, new Kubelet(byNode.get(name) ?? profiles[0], header?.epoch ?? '')]),
  );
  const startups = new PodStartups(byNode).readings((startup) =>
    kubelets.get(startup.node)?.pods.noteStartup(startup),
  );
  const note = (record: ActorRecord) => {
    if ('node' in record) kubelets.get(record.node)?.note(record);
  };
  const types = new Set([...kubelets.values()].flatMap((kubelet) => kubelet.types));
  const ofKubelets: Readings = Object.fromEntries([...types].map((type) => [type, note]));
  const pagesAt = (endMs: number) => {
    const pages = [...kubelets]
      .filter(([name]) => shown.showsNode(name))
      .map(([name, kubelet]) => [name, kubelet.families(endMs)] as const);
    const [first] = pages;
    return pages.length === 1 && first !== undefined ? first[1] : mergeFamilies(pages);
  };
  return { readings: [shown.readings, startups, ofKubelets], finish: ({ endMs }) => pagesAt(endMs) };
}

/** The page of one kubelet. */
class Kubelet {
  readonly pods: PodCollector;
  readonly #collectors: readonly MetricCollector[];
  readonly #profile: Profile;
  readonly #table: ReadingTable;
  /** Of the records that it reads. */
  readonly types: readonly string[];

  constructor(profile: Profile, epoch: string) {
    this.#profile = profile;
    this.pods = new PodCollector(profile);
    this.#collectors = [
      new ImageCollector(profile),
      new RuntimeCollector(profile),
      new ContainerCollector(),
      new PlegCollector(epoch),
    ];
    const restarts: Readings = {
      node: ({ state, at }) => {
        if (state !== 'started') this.#restart(at);
      },
    };
    const readings = [
      restarts,
      ...this.#collectors.map((collector) => collector.readings),
      this.pods.readings,
    ];
    this.types = readings.flatMap((one) => Object.keys(one));
    this.#table = new ReadingTable(readings);
  }

  note(record: ActorRecord): void {
    this.#table.note(record);
  }

  #restart(atMs: number): void {
    for (const collector of this.#collectors) collector.restart();
    this.pods.restart(atMs);
  }

  families(atMs: number): MetricFamily[] {
    const { release } = this.#profile;
    const since = new Map(
      Object.values(kubeletMetricsTable).map((metric) => [metric.name as string, metric.since as string]),
    );
    return [...this.#collectors.flatMap((collector) => collector.families(atMs)), ...this.pods.families()]
      .filter((family) => isReleaseAtLeast(release, since.get(family.name) ?? '') && hasSeries(family))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** A metric with labels is on the page from its first use on. */
function hasSeries(family: MetricFamily): boolean {
  return (family.type === 'histogram' ? family.distributions : family.samples).length > 0;
}

/** Returns the pages of several nodes as one, in which each series has its node as the label `instance`. */
export function mergeFamilies(
  pages: readonly (readonly [node: string, families: readonly MetricFamily[]])[],
): MetricFamily[] {
  const merged = new Map<string, MetricFamily>();
  for (const [node, families] of pages) {
    for (const family of families) {
      const labelled = withInstance(family, node);
      const before = merged.get(family.name);
      merged.set(family.name, before === undefined ? labelled : joined(before, labelled));
    }
  }
  return [...merged.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function withInstance(family: MetricFamily, instance: string): MetricFamily {
  const labelNames = ['instance', ...family.labelNames];
  const label = <T extends { readonly labels: Readonly<Record<string, string>> }>(series: T): T => ({
    ...series,
    labels: { instance, ...series.labels },
  });
  return family.type === 'histogram'
    ? { ...family, labelNames, distributions: family.distributions.map(label) }
    : { ...family, labelNames, samples: family.samples.map(label) };
}

/** Metrics of one name have the same type. */
function joined(before: MetricFamily, after: MetricFamily): MetricFamily {
  if (before.type === 'histogram' && after.type === 'histogram')
    return { ...before, distributions: before.distributions.concat(after.distributions) };
  if (before.type !== 'histogram' && after.type !== 'histogram')
    return { ...before, samples: before.samples.concat(after.samples) };
  throw new Error(`${before.name} is of two types`);
}

import { fieldName, shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { type ClusterSource, partsOf } from '../kubelet-sources/kubelet-source-rows.ts';
import { count, type PoolOfNodes, type PoolPart } from '../kubelet-sources/pool-of-source.ts';
import { limits } from '../limits.ts';
import { machineArchitecture } from '../machines/machine-architecture.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { few } from './plan-nodes.ts';

/** Nodes that are made as Node objects would be, and a sentence about them. */
interface NodesOfPools {
  readonly objects: readonly KubernetesObject[];
  readonly sentence: string;
}

/** A pool, and where it is written. */
interface PoolInSource {
  readonly pool: PoolOfNodes;
  readonly source: ClusterSource;
  readonly counts: PoolPart['counts'];
}

/** Returns the pools that documents of clouds and tools list; of those with one name the first counts. */
export function poolsOfSources(sources: readonly ClusterSource[]): readonly PoolInSource[] {
  const pools = new Map<string, PoolInSource>();
  for (const source of sources) {
    const { row, document, path, value } = source;
    for (const { part, ...found } of partsOf(row.pools ?? [], { path: [], value })) {
      const pool = isMapping(found.value) && part.pool(found.value, isMapping(value) ? value : {});
      if (!pool || pools.has(pool.name)) continue;
      const place = { row, document, path: [...path, ...found.path], value: found.value };
      pools.set(pool.name, { pool, source: place, counts: part.counts });
    }
  }
  return [...pools.values()];
}

/**
 * Returns the nodes of the pools, with the labels that the providers set; undefined if no pool says how many it has.
 * A number that is none is an error.
 */
export function nodesOfPools(written: readonly PoolInSource[], problems: Problems): NodesOfPools | undefined {
  for (const pool of written) checkCounts(pool, problems);
  if (areTooMany(written, problems)) return undefined;
  const pools = written.filter(({ pool }) => (pool.count ?? 0) > 0);
  if (pools.length === 0) return undefined;
  const objects = pools.flatMap(({ pool, source }) => nodesOfPool(pool, source));
  const counts = pools.map(({ pool }) => `${pool.name} ${pool.count} (${pool.countedBy})`);
  const files = [
    ...new Set(pools.map(({ source: { row, document } }) => `${row.title}, ${document.source.name}`)),
  ];
  const sentence = `Nodes are made of pools, as the input has no Node object: ${few(counts)} (${files.join('; ')}).`;
  return { objects, sentence };
}

/** Returns a node of each pool, like which those are that come during the run. */
export function examplesOfPools(pools: readonly PoolInSource[]): readonly KubernetesObject[] {
  return pools.flatMap(({ pool, source }) => nodesOfPool({ ...pool, count: 1 }, source));
}

/** Whether the pools have more nodes than a run may have, which is an error at the number of the largest. */
function areTooMany(pools: readonly PoolInSource[], problems: Problems): boolean {
  const nodes = pools.reduce((sum, { pool }) => sum + (pool.count ?? 0), 0);
  if (nodes <= limits.nodes) return false;
  const [largest] = pools.toSorted((a, b) => (b.pool.count ?? 0) - (a.pool.count ?? 0));
  if (largest === undefined) return false;
  const { pool, source, counts } = largest;
  const message = `the pools have ${nodes} nodes, of which ${pool.count} are of ${pool.name}: at most ${limits.nodes} are simulated`;
  const path = [...source.path, ...(counts[0] ?? '').split('.')];
  problems.at({ document: source.document, path }, { code: 'TOO_MANY_NODES', message });
  return true;
}

function checkCounts({ source, counts }: PoolInSource, problems: Problems): void {
  for (const field of counts) {
    const path = field.split('.');
    for (const found of partsOf([{ path: field }], { path: [], value: source.value })) {
      if (count(found.value) !== undefined) continue;
      const name = fieldName([...source.path, ...path]);
      const message = `${source.row.title}: ${name} must be a number of nodes, not ${shownValue(found.value)}`;
      const place = { document: source.document, path: [...source.path, ...path] };
      problems.at(place, { code: 'WRONG_TYPE', message, expected: 'a number from 0, such as 3' });
    }
  }
}

function nodesOfPool(pool: PoolOfNodes, { document, path }: ClusterSource): readonly KubernetesObject[] {
  return Array.from({ length: pool.count ?? 0 }, (_, index) => {
    const value = nodeOfPool(pool, index);
    return { document, path, kind: 'Node', apiVersion: 'v1', value };
  });
}

/** Nodes are named like those that `--join` brings, and spread over the zones in turn. */
function nodeOfPool(pool: PoolOfNodes, index: number): unknown {
  const { instanceType, kubeletVersion, osImage, isWindows = false, zones = [], diskGigabytes } = pool;
  const architecture = pool.architecture ?? machineArchitecture(instanceType ?? '');
  const operatingSystem = isWindows ? 'windows' : 'linux';
  const name = `${pool.name}-${index + 1}`;
  const zone = zones[index % Math.max(1, zones.length)];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        ...wellKnownLabel('kubernetes.io/os', 'beta.kubernetes.io/os', operatingSystem),
        ...wellKnownLabel('kubernetes.io/arch', 'beta.kubernetes.io/arch', architecture),
        ...wellKnownLabel(
          'node.kubernetes.io/instance-type',
          'beta.kubernetes.io/instance-type',
          instanceType,
        ),
        ...wellKnownLabel('topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone', zone),
        ...wellKnownLabel(
          'topology.kubernetes.io/region',
          'failure-domain.beta.kubernetes.io/region',
          pool.region,
        ),
        ...pool.labels,
      },
    },
    spec: { taints: pool.taints },
    status: {
      nodeInfo: {
        kubeletVersion: kubeletVersion?.replace(/^(?=\d)/, 'v'),
        osImage,
        operatingSystem,
        architecture,
      },
      ...(diskGigabytes === undefined
        ? {}
        : { capacity: { 'ephemeral-storage': `${Math.floor((diskGigabytes * 1e9) / diskShare / 1024)}Ki` } }),
    },
  };
}

/** The kubelet and the clouds set these by their old names, too. */
function wellKnownLabel(
  name: string,
  oldName: string,
  value: string | undefined,
): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value, [oldName]: value };
}

/** What the disk of a node has more than its Node object says. */
const diskShare = 1.05;

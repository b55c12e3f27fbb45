import { isMapping } from '../documents/mapping.ts';
import { type ClusterSource, partsOf } from '../kubelet-sources/kubelet-source-rows.ts';
import type { PoolOfNodes } from '../kubelet-sources/pool-of-source.ts';
import { limits } from '../limits.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { few } from './plan-nodes.ts';

/** Nodes that are made as Node objects would be, and a sentence about them. */
interface NodesOfPools {
  readonly objects: readonly KubernetesObject[];
  readonly sentence: string;
}

/**
 * Returns the nodes of the pools that documents of clouds and tools list, with the labels that the providers set;
 * undefined if no pool says how many it has. Of pools with one name the first counts.
 */
export function nodesOfPools(sources: readonly ClusterSource[]): NodesOfPools | undefined {
  const pools = new Map<string, { readonly pool: PoolOfNodes; readonly source: ClusterSource }>();
  for (const source of sources) {
    const { row, document, path, value } = source;
    for (const { part, ...found } of partsOf(row.pools ?? [], { path: [], value })) {
      const pool = isMapping(found.value) && part.pool(found.value, isMapping(value) ? value : {});
      if (!pool || pool.count === 0 || pools.has(pool.name)) continue;
      const place = { row, document, path: [...path, ...found.path], value: found.value };
      pools.set(pool.name, { pool, source: place });
    }
  }
  if (pools.size === 0) return undefined;
  const objects = [...pools.values()].flatMap(({ pool, source }) => nodesOfPool(pool, source));
  const counts = [...pools.values()].map(({ pool }) => `${pool.name} ${pool.count} (${pool.countedBy})`);
  const files = [
    ...new Set(
      [...pools.values()].map(({ source: { row, document } }) => `${row.title}, ${document.source.name}`),
    ),
  ];
  const sentence = `Nodes are made of pools, as the input has no Node object: ${few(counts)} (${files.join('; ')}).`;
  return { objects, sentence };
}

function nodesOfPool(pool: PoolOfNodes, { document, path }: ClusterSource): readonly KubernetesObject[] {
  // One more than is allowed is enough to be refused.
  const count = Math.min(pool.count, limits.nodes + 1);
  return Array.from({ length: count }, (_, index) => {
    const value = nodeOfPool(pool, index);
    return { document, path, kind: 'Node', apiVersion: 'v1', value };
  });
}

/** Nodes are named like those that `--join` brings, and spread over the zones in turn. */
function nodeOfPool(pool: PoolOfNodes, index: number): unknown {
  const { instanceType, kubeletVersion, osImage, isWindows = false, zones = [], diskGigabytes } = pool;
  const name = `${pool.name}-${index + 1}`;
  const zone = zones[index % Math.max(1, zones.length)];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': isWindows ? 'windows' : 'linux',
        ...(instanceType === undefined ? {} : { 'node.kubernetes.io/instance-type': instanceType }),
        ...(zone === undefined ? {} : { 'topology.kubernetes.io/zone': zone }),
        ...pool.labels,
      },
    },
    spec: { taints: pool.taints },
    status: {
      nodeInfo: { kubeletVersion: kubeletVersion?.replace(/^(?=\d)/, 'v'), osImage },
      ...(diskGigabytes === undefined
        ? {}
        : { capacity: { 'ephemeral-storage': `${Math.floor((diskGigabytes * 1e9) / diskShare / 1024)}Ki` } }),
    },
  };
}

/** What the disk of a node has more than its Node object says. */
const diskShare = 1.05;

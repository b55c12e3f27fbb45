import type { KubeletSettings } from '../../rules/kubelet/configuration/settings.ts';
import { countText } from '../count-text.ts';
import { few } from '../nodes/plan-nodes.ts';
import type { ProviderRow } from './provider-row.ts';
import type { RecognizedProvider } from './recognize-provider.ts';

/** A node with its provider and what its kubelet does in the end. */
export interface ProvidedNode {
  readonly name: string;
  readonly provider: RecognizedProvider;
  readonly kubelet: Pick<KubeletSettings, 'serializeImagePulls' | 'maxParallelImagePulls'>;
}

/**
 * Returns a sentence for each provider of the nodes: how its kubelets pull, the source, and by what it is known.
 */
export function providerSentences(nodes: readonly ProvidedNode[]): readonly string[] {
  const byRow = new Map<ProviderRow, ProvidedNode[]>();
  for (const node of nodes) {
    const { row } = node.provider;
    if (row === undefined) continue;
    const alike = byRow.get(row);
    if (alike === undefined) byRow.set(row, [node]);
    else alike.push(node);
  }
  return [...byRow].map(([row, alike]) => {
    const because = [...new Set(alike.map(({ provider }) => provider.because))].join('; ');
    const names = alike.length === nodes.length ? '' : `, ${few(alike.map(({ name }) => name))}`;
    return `Provider ${row.name} (${because}${names}): ${pullPhrase(row, alike)}.`;
  });
}

function pullPhrase(row: ProviderRow, alike: readonly ProvidedNode[]): string {
  const cell = row.facts.serializeImagePulls ?? row.facts.maxParallelImagePulls;
  const phrases = [...new Set(alike.map(({ kubelet }) => pulls(kubelet)))].join(' or ');
  if (cell === undefined) return `no public source says how it pulls, so as upstream: ${phrases}`;
  const [source] = cell.from.flatMap((name) => row.sources[name] ?? []);
  const doubt = cell.confidence === undefined ? '' : ', not certain';
  return `${phrases}${doubt}${source === undefined ? '' : `, source ${source.replace(/ \([^)]*\)$/, '')}`}`;
}

function pulls({ serializeImagePulls, maxParallelImagePulls }: ProvidedNode['kubelet']): string {
  if (serializeImagePulls) return 'pulls one by one';
  return maxParallelImagePulls === null
    ? 'pulls in parallel'
    : `${countText(maxParallelImagePulls, 'pull')} at once`;
}

/** Returns a sentence for each doubt about a provider: nodes that resemble those of one. */
export function doubtSentences(nodes: readonly Pick<ProvidedNode, 'name' | 'provider'>[]): readonly string[] {
  const doubtful = nodes.filter(({ provider }) => provider.doubt !== undefined);
  const [first] = doubtful;
  if (first === undefined) return [];
  const names = few(doubtful.map(({ name }) => name));
  return [`Upstream defaults for ${names}: ${first.provider.doubt}; --provider sets a provider.`];
}

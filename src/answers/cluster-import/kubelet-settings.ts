import type { InputError } from '../../inputs/documents/input-error.ts';
import { parseSource } from '../../inputs/documents/parse-source.ts';
import { Problems } from '../../inputs/documents/problems.ts';
import { sortDocuments } from '../../inputs/documents/sort-documents.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { poolDocuments } from '../../inputs/kubelet-sources/machine-config-pools.ts';
import type { NodeIdentity } from '../../inputs/kubelet-sources/node-selector.ts';
import { selectLayers } from '../../inputs/kubelet-sources/select-layers.ts';
import { few } from '../../inputs/nodes/plan-nodes.ts';
import {
  mergeKubeletSources,
  readKubeletConfiguration,
} from '../../inputs/nodes/read-kubelet-configuration.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The settings of a cluster's kubelets that have a part in pulls. */
export interface KubeletSettingsFound {
  /** undefined if no file has any. */
  readonly fields: Fields | undefined;
  /** What differs on some nodes. */
  readonly ofNodes: readonly { readonly names: readonly string[]; readonly config: Fields }[];
  /** A sentence where files differ that name no node. */
  readonly differs: string | undefined;
  readonly errors: readonly InputError[];
}

/**
 * Returns the settings in documents such as /configz. Each node has those that are for it, as in a run. Of
 * files that name no node and differ, those that most kubelets have are taken.
 */
export function kubeletSettingsOf(
  sources: readonly SourceText[],
  nodes: readonly NodeIdentity[],
): KubeletSettingsFound {
  return settingsByNode(sources, nodes) ?? settingsByFile(sources);
}

/** Returns the settings of each node; undefined if the files do not say which nodes they are of. */
function settingsByNode(
  sources: readonly SourceText[],
  nodes: readonly NodeIdentity[],
): KubeletSettingsFound | undefined {
  const problems = new Problems();
  if (nodes.length === 0) return undefined;
  const documents = sources.flatMap((source) => parseSource(source, problems));
  const { objects, kubeletLayers: layers, clusterSources } = sortDocuments(documents, problems);
  const configurations = objects.filter(({ kind }) => kind === 'KubeletConfiguration');
  const read = readKubeletConfiguration({ configurations, layers, nodes }, {}, new Set(), problems);
  if (problems.errors.length > 0 || read.layers.length === 0) return undefined;
  const selection = { nodes, hasNodeObjects: true, pools: poolDocuments(clusterSources) };
  const { layersOf } = selectLayers(read, selection, new Set(), problems);
  const groups = groupedBy(nodes, ({ name }) =>
    JSON.stringify(plainFields(mergeKubeletSources({ ...read, layers: layersOf(name) }).raw)),
  );
  const [most, ...others] = [...groups]
    .map(([text, ofGroup]) => ({
      fields: JSON.parse(text) as Fields,
      names: ofGroup.map(({ name }) => name),
    }))
    .sort((a, b) => b.names.length - a.names.length);
  if (most === undefined) return undefined;
  const ofNodes = others.map(({ fields, names }) => ({ names, config: changedFields(most.fields, fields) }));
  return { fields: most.fields, ofNodes, differs: undefined, errors: [] };
}

/** Returns what changes the first fields into the others; null: it is not there. */
function changedFields(before: Fields, after: Fields): Fields {
  const gone = Object.keys(before).filter((name) => after[name] === undefined);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...changed]);
}

/** Returns the fields that affect pulls, in order of their names. */
function plainFields(raw: Fields): Fields {
  const kept = Object.entries(raw).filter(
    ([name, value]) => simulatedFields.has(name) && value !== undefined && value !== null,
  );
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function settingsByFile(sources: readonly SourceText[]): KubeletSettingsFound {
  const problems = new Problems();
  const byText = new Map<string, { readonly fields: Fields; readonly files: string[] }>();
  for (const source of sources) {
    const { objects, kubeletLayers } = sortDocuments(parseSource(source, problems), problems);
    const configurations = objects.filter(({ kind }) => kind === 'KubeletConfiguration');
    const { raw } = mergeKubeletSources(
      readKubeletConfiguration({ configurations, layers: kubeletLayers }, {}, new Set(), problems),
    );
    const fields = plainFields(raw);
    const known = byText.get(JSON.stringify(fields));
    if (known === undefined) byText.set(JSON.stringify(fields), { fields, files: [source.name] });
    else known.files.push(source.name);
  }
  const [most, ...others] = [...byText.values()].sort((a, b) => b.files.length - a.files.length);
  if (most === undefined || problems.errors.length > 0)
    return { fields: undefined, ofNodes: [], differs: undefined, errors: problems.errors };
  return {
    fields: most.fields,
    ofNodes: [],
    differs: others.length === 0 ? undefined : differenceText(most, others),
    errors: [],
  };
}

function differenceText(
  most: { readonly fields: Fields; readonly files: readonly string[] },
  others: readonly { readonly fields: Fields; readonly files: readonly string[] }[],
): string {
  const names = new Set(
    others.flatMap(({ fields }) =>
      [...new Set([...Object.keys(fields), ...Object.keys(most.fields)])].filter(
        (name) => JSON.stringify(fields[name]) !== JSON.stringify(most.fields[name]),
      ),
    ),
  );
  const files = others.flatMap((other) => other.files);
  return `kubelets differ in ${few([...names].sort())}: all nodes get what ${most.files[0]} says, not what ${few(files)} ${files.length === 1 ? 'says' : 'say'}`;
}

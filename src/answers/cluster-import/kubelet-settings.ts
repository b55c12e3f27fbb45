import type { InputError } from '../../inputs/documents/input-error.ts';
import { parseSource } from '../../inputs/documents/parse-source.ts';
import { Problems } from '../../inputs/documents/problems.ts';
import { sortDocuments } from '../../inputs/documents/sort-documents.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { few } from '../../inputs/nodes/plan-nodes.ts';
import {
  mergeKubeletSources,
  readKubeletConfiguration,
} from '../../inputs/nodes/read-kubelet-configuration.ts';
import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The settings of a cluster's kubelets that have a part in pulls. */
export interface KubeletSettingsFound {
  /** undefined if no file has any. */
  readonly fields: Fields | undefined;
  /** A sentence where files differ: all nodes of a run share one configuration. */
  readonly differs: string | undefined;
  readonly errors: readonly InputError[];
}

/**
 * Returns the settings in documents such as /configz. Of files that differ, those that most kubelets have are
 * taken.
 */
export function kubeletSettingsOf(sources: readonly SourceText[]): KubeletSettingsFound {
  const problems = new Problems();
  const byText = new Map<string, { readonly fields: Fields; readonly files: string[] }>();
  for (const source of sources) {
    const { objects, kubeletLayers } = sortDocuments(parseSource(source, problems), problems);
    const configurations = objects.filter(({ kind }) => kind === 'KubeletConfiguration');
    const { raw } = mergeKubeletSources(
      readKubeletConfiguration({ configurations, layers: kubeletLayers }, {}, new Set(), problems),
    );
    const kept = Object.entries(raw).filter(
      ([name, value]) => simulatedFields.has(name) && value !== undefined && value !== null,
    );
    const fields = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
    const known = byText.get(JSON.stringify(fields));
    if (known === undefined) byText.set(JSON.stringify(fields), { fields, files: [source.name] });
    else known.files.push(source.name);
  }
  const [most, ...others] = [...byText.values()].sort((a, b) => b.files.length - a.files.length);
  if (most === undefined || problems.errors.length > 0)
    return { fields: undefined, differs: undefined, errors: problems.errors };
  return {
    fields: most.fields,
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

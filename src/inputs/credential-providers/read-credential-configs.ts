import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Part } from '../documents/source-document.ts';
import { type ClusterSource, nodesOfPart, partsOf } from '../kubelet-sources/kubelet-source-rows.ts';
import type { NodeIdentity } from '../kubelet-sources/node-selector.ts';
import { type NodeSettings, withFileSelectors } from '../kubelet-sources/select-layers.ts';

/** A CredentialProviderConfig of all nodes, or of some. */
export interface CredentialConfig extends NodeSettings {
  readonly part: Part;
}

/**
 * Returns the CredentialProviderConfigs of an input in its order. Of several files, each may be named after its
 * node or pool.
 */
export function readCredentialConfigs(
  sources: readonly ClusterSource[],
  nodes: readonly NodeIdentity[],
): readonly CredentialConfig[] {
  const configs = sources.flatMap((source) => {
    const { row, document } = source;
    return partsOf(row.credentialParts ?? [], source).flatMap(({ part, path, value }) => {
      if (!isMapping(value)) return [];
      const placeOf = () => ({ document, path });
      const selector = nodesOfPart(part, source, path);
      const { title, rank, isOneOfSeveral } = row;
      const config = { title, rank, document, placeOf, part: { document, path, value } };
      return [{ ...config, ...omitUndefined({ selector, isOneOfSeveral }) }];
    });
  });
  return withFileSelectors(configs, nodes);
}

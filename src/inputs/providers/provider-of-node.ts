import { isMapping } from '../documents/mapping.ts';
import type { ClusterSource } from '../kubelet-sources/kubelet-source-rows.ts';
import type { NodePlan } from '../nodes/plan-nodes.ts';
import type { RunRequest } from '../run-request.ts';
import { findProvider } from './provider-rows.ts';
import {
  nodeFacts,
  type ProviderDocument,
  type RecognizedProvider,
  recognizeProvider,
} from './recognize-provider.ts';

/** Returns the documents of the input that only one provider has, in its order. */
export function providerDocuments(sources: readonly ClusterSource[]): readonly ProviderDocument[] {
  return sources.flatMap(({ row: { provider, title }, document, value }) => {
    const { name } = document.source;
    const id = typeof provider === 'function' ? provider(name, isMapping(value) ? value : {}) : provider;
    return id === undefined ? [] : [{ id, title }];
  });
}

/**
 * Returns the provider of a node: that of `--provider`, that which the Scenario says of this node, that of the
 * Node's own signs, that which the Scenario says of all nodes, and that of documents.
 */
export function providerOfNode(
  { object, named, defaults }: NodePlan,
  { provider: asked }: RunRequest,
  documents: readonly ProviderDocument[],
): RecognizedProvider {
  if (asked !== undefined) return chosen(asked, '--provider');
  if (named?.provider !== undefined) return chosen(named.provider, 'Scenario');
  const facts = object && nodeFacts(object.node);
  const recognized = recognizeProvider(facts, defaults?.provider === undefined ? documents : []);
  if (recognized.row !== undefined || defaults?.provider === undefined) return recognized;
  return chosen(defaults.provider, 'Scenario');
}

function chosen(id: string, because: string): RecognizedProvider {
  const row = findProvider(id);
  return row === undefined ? {} : { row, because };
}

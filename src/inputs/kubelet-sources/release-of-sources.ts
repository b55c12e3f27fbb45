import { selectProfile } from '../../rules/kubelet/profiles/select-profile.ts';
import { type ClusterSource, partsOf } from './kubelet-source-rows.ts';

/** The kubelet's release that a cluster's documents tell, and a sentence that says which of them. */
export interface ReleaseOfSources {
  readonly version: string;
  readonly sentence: string;
}

/**
 * Returns the first release that the documents tell: `v1.34.1`, or the tag of an image with the kubelet;
 * undefined without one that is known.
 */
export function releaseOfSources(sources: readonly ClusterSource[]): ReleaseOfSources | undefined {
  for (const { row, document, path, value } of sources) {
    const parts = row.parts.filter(({ form }) => form === 'release');
    for (const { value: told } of partsOf(parts, { path, value })) {
      const version = /^(?:[^\s@]*:)?(v?1\.\d+(?:\.\d+)?)(?![\d.])/.exec(String(told))?.[1];
      if (typeof told !== 'string' || version === undefined || 'error' in selectProfile(version)) continue;
      return { version, sentence: `${row.title} (${document.source.name}): kubelet ${version}.` };
    }
  }
  return undefined;
}

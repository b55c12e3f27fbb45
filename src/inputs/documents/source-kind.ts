import { isFlagFile } from '../kubelet-sources/flag-file.ts';
import { isPastedText } from '../pasted/pasted-objects.ts';
import { isRuntimeFile } from '../runtimes/runtime-file.ts';
import type { SourceText } from './source-document.ts';

/**
 * How a source is read: flags of a kubelet's command line, a container runtime's configuration in TOML, or
 * documents in YAML or JSON. Drop-in files of the kubelet end in .conf as CRI-O's do.
 */
export function sourceKind(source: SourceText): 'flags' | 'runtime' | 'documents' {
  if (isPastedText(source.text)) return 'documents';
  if (isFlagFile(source)) return 'flags';
  return isRuntimeFile(source) && !/^\s*["']?kind["']?:\s*["']?KubeletConfiguration/m.test(source.text)
    ? 'runtime'
    : 'documents';
}

import type { NodeSettings } from '../kubelet-sources/select-layers.ts';
import type { RuntimeConfiguration } from './runtime-config-of-document.ts';

/** What a part of a document says of the container runtime of all nodes, or of some. */
export interface RuntimeLayer extends NodeSettings {
  readonly configuration: RuntimeConfiguration;
}

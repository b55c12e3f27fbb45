import type { ScalarTag } from 'yaml';

/**
 * The words that Kubernetes reads as booleans besides true and false, because its YAML is version 1.1.
 * Without this, `serializeImagePulls: no`, which every kubelet accepts, would be refused as a string.
 */
export const yamlOneBoolean: ScalarTag = {
  tag: 'tag:yaml.org,2002:bool',
  default: true,
  test: /^(?:yes|Yes|YES|on|On|ON|no|No|NO|off|Off|OFF)$/,
  resolve: (text) => /^(?:y|on$)/i.test(text),
};

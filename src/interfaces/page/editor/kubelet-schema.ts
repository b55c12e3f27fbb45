import { defaultRelease } from '../../../rules/kubelet/profiles/profiles.ts';
import { type KubeletControl, kubeletControls } from '../what-if/kubelet-controls.ts';
import type { JsonSchema } from './schema-options.ts';

/** Returns the fields of the KubeletConfiguration that a run of this release reads, as a schema. */
export function kubeletSchema(release: string | undefined): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    apiVersion: { const: 'kubelet.config.k8s.io/v1beta1' },
    kind: { const: 'KubeletConfiguration' },
  };
  const controls = kubeletControls(release ?? defaultRelease).flatMap((group) => group.controls);
  for (const control of controls) {
    const [name = '', ...inner] = control.field.split('.');
    const field = schemaOf(control);
    if (inner.length === 0) properties[name] = { ...field, ...properties[name] };
    else
      properties[name] = {
        ...properties[name],
        properties: { ...properties[name]?.properties, [inner.join('.')]: field },
      };
  }
  return { properties };
}

function schemaOf({ kind, choices, hint }: KubeletControl): JsonSchema {
  if (kind === 'switch') return { type: 'boolean', description: hint };
  return choices.length === 0 ? { description: hint } : { enum: choices, description: hint };
}

import { shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/is-mapping.ts';
import type { Problems } from '../documents/problems.ts';
import type { Path, SourceDocument } from '../documents/source-document.ts';
import type { KubeletLayer } from './kubelet-layer.ts';

/**
 * Returns what a JSON patch of the KubeletConfiguration sets (`kubeletconfiguration+json.yaml` of kubeadm): fields, and values of maps such
 * as /featureGates/EventedPLEG. Steps that move, copy, test, or reach deeper are errors.
 */
export function jsonPatchLayer(document: SourceDocument, steps: readonly unknown[], problems: Problems): KubeletLayer {
  const fields: Record<string, unknown> = {};
  const paths = new Map<string, Path>();
  for (const [index, step] of steps.entries()) {
    const { op, path, value } = isMapping(step) ? step : {};
    const parts = typeof path === 'string' && path.startsWith('/') ? path.slice(1).split('/').map(unescaped) : [];
    const [field = '', key] = parts;
    if ((op !== 'add' && op !== 'replace' && op !== 'remove') || field === '' || parts.length > 2) {
      const message =
        `this step of a JSON patch is not supported: ${shownValue(op ?? step)} ${typeof path === 'string' ? path : ''}`.trim();
      const expected = 'add, replace or remove of a field such as /maxParallelImagePulls, or of a value such as /featureGates/EventedPLEG';
      problems.at({ document, path: [index] }, { code: 'JSON_PATCH', message, expected });
      continue;
    }
    const set = op === 'remove' ? null : value;
    const old = fields[field];
    fields[field] = key === undefined ? set : { ...(isMapping(old) ? old : {}), [key]: set };
    paths.set(parts.join('.'), [index, 'value']);
  }
  const placeOf = (field: string) => ({ document, path: paths.get(field) ?? paths.get(field.split('.', 1)[0] ?? '') ?? [] });
  return { title: 'kubeadm patch of KubeletConfiguration', rank: 'over', document, origin: steps, fields, placeOf, isOneOfSeveral: true };
}

/** RFC 6901. */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

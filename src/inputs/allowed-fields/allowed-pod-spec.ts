import { isMapping } from '../documents/mapping.ts';
import { podSpecShape } from '../workloads/kubernetes-shapes.ts';
import { unmodelledFields } from '../workloads/unmodelled-fields.ts';
import { fieldsOfShape } from './fields-of-shape.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands in a field of which a run only asks whether it is there. */
const mark = { content: 'left out' };

/**
 * Returns a pod's spec with the fields that are read, and marks where others are that a run says it does not
 * simulate.
 */
export function allowedPodSpec(spec: unknown): unknown {
  if (!isMapping(spec)) return undefined;
  // A Knative Service need not name its containers.
  const allowed = fieldsOfShape(podSpecShape, spec) as Fields;
  const marked = marksOf('spec', spec, allowed);
  return {
    ...marked,
    ...withMarks('containers', ['initContainers', 'containers', 'ephemeralContainers'], spec, marked),
    ...withMarks('volumes', ['volumes'], spec, marked),
  };
}

function withMarks(
  kind: 'containers' | 'volumes',
  lists: readonly string[],
  spec: Fields,
  allowed: Fields,
): Fields {
  return Object.fromEntries(
    lists.flatMap((list) => {
      const [items, kept] = [spec[list], allowed[list]];
      if (!Array.isArray(items) || !Array.isArray(kept)) return [];
      return [[list, kept.map((item, index) => marksOf(kind, items[index], item as Fields))]];
    }),
  );
}

function marksOf(place: 'spec' | 'containers' | 'volumes', value: unknown, allowed: Fields): Fields {
  return unmodelledFields.reduce(
    (marked, field) => (field.in === place ? withMark(marked, value, field.path) : marked),
    allowed,
  );
}

/**
 * Returns the fields with a mark at the path if the value has something there: a number or a switch is its
 * own.
 */
function withMark(allowed: Fields, value: unknown, [name, ...rest]: readonly string[]): Fields {
  const there = isMapping(value) && name !== undefined ? value[name] : undefined;
  if (name === undefined || there === undefined || there === null) return allowed;
  const inner = allowed[name];
  if (rest.length > 0)
    return isMapping(there)
      ? { ...allowed, [name]: withMark(isMapping(inner) ? inner : {}, there, rest) }
      : allowed;
  if (typeof there === 'object')
    return Object.keys(there).length === 0
      ? allowed
      : { ...allowed, [name]: Array.isArray(there) ? [mark] : mark };
  return { ...allowed, [name]: typeof there === 'string' ? mark.content : there };
}

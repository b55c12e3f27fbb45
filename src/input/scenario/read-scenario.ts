import type { z } from 'zod';
import { checkShape } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import type { ScenarioDocument } from './scenario-shape.ts';

/** A document of which a run has one, checked, with its place. */
export interface ReadDocument<T> {
  readonly object: KubernetesObject;
  readonly value: T;
}

export type ReadScenario = ReadDocument<ScenarioDocument>;

/** Returns the one document of its kind; undefined if there is none, or one with errors. Two are an error. */
export function readOnlyDocument<T>(
  shape: () => z.ZodType<T>,
  objects: readonly KubernetesObject[],
  problems: Problems,
): ReadDocument<T> | undefined {
  const [object, second] = objects;
  if (object === undefined) return undefined;
  const kindOf = ({ document, path }: KubernetesObject) => ({ document, path: [...path, 'kind'] });
  if (second !== undefined) problems.atSecond(second.kind, 'a run has one', kindOf(second), kindOf(object));
  const value = checkShape(shape(), object.document, object.path, object.value, problems);
  return value && { object, value };
}

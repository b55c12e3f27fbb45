import { checkShape } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { type ScenarioDocument, scenarioShape } from './scenario-shape.ts';

/** The input's Scenario, checked, with its place. */
export interface ReadScenario {
  readonly object: KubernetesObject;
  readonly value: ScenarioDocument;
}

/** Returns the one Scenario of the input; undefined if there is none, or one with errors. Two are an error. */
export function readScenario(objects: readonly KubernetesObject[], problems: Problems): ReadScenario | undefined {
  const [object, second] = objects;
  if (object === undefined) return undefined;
  const kindOf = ({ document, path }: KubernetesObject) => ({ document, path: [...path, 'kind'] });
  if (second !== undefined) problems.atSecond('Scenario', 'a run has one', kindOf(second), kindOf(object));
  const value = checkShape(scenarioShape, object.document, object.path, object.value, problems);
  return value && { object, value };
}

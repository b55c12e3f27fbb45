import type { z } from 'zod';
import { checkShape } from '../documents/check-shape.ts';
import { documentOfWords } from '../documents/made-document.ts';
import type { Problems } from '../documents/problems.ts';
import { wholeOf, within } from '../documents/source-document.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { ownApiVersion, type ScenarioDocument } from './scenario-shape.ts';

/** A document of which a run has one, checked. */
export interface ReadDocument<T> extends KubernetesObject {
  readonly value: T;
}

export type ReadScenario = ReadDocument<ScenarioDocument>;

/** What a run has whose input has no Scenario: one that says nothing. */
export const noScenario: ReadScenario = {
  ...wholeOf(documentOfWords({ name: 'the input', text: '' }, [])),
  kind: 'Scenario',
  value: { apiVersion: ownApiVersion, kind: 'Scenario' },
};

/** Returns the one document of its kind; undefined if there is none, or one with errors. Two are an error. */
export function readOnlyDocument<T>(
  shape: () => z.ZodType<T>,
  objects: readonly KubernetesObject[],
  problems: Problems,
): ReadDocument<T> | undefined {
  const [object, second] = objects;
  if (object === undefined) return undefined;
  if (second !== undefined)
    problems.atSecond(second.kind, 'a run has one', within(second, 'kind'), within(object, 'kind'));
  const value = checkShape(shape(), object, problems);
  return value && { ...object, value };
}

import { type AllowableObject, type AllowedContext, allowedObject } from './allowed-object.ts';
import { readersIn } from './allowed-scenario.ts';
import { CredentialStandIns } from './credential-stand-ins.ts';
import { askedLabelKeys } from './label-keys.ts';

/**
 * Returns what these objects, which are one input, have in common. `others` are documents of the input whose
 * selectors ask for labels too. What is left out of objects goes to `leftOut`.
 */
export function allowedContextOf(
  objects: readonly AllowableObject[],
  others: readonly unknown[],
  leftOut: Set<string>,
): AllowedContext {
  const scenarios = objects.filter(({ kind }) => kind === 'Scenario').map(({ value }) => value);
  const standIns = new CredentialStandIns(readersIn(scenarios));
  // What asks for labels must itself be read.
  const withoutLabels = objects.map((object) =>
    allowedObject(object, { labelKeys: new Set(), standIns, leftOut }),
  );
  return { labelKeys: askedLabelKeys([...withoutLabels, ...others]), standIns, leftOut };
}

import {
  formatInputError,
  type InputError,
  inputErrorReason,
} from '../../../inputs/documents/input-error.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';

/** The options of a run that have one control each. */
const plainControls: readonly string[] = [
  'kubeletVersion',
  'runtime',
  'link',
  'nodeProfile',
  'policy',
  'seed',
  'horizon',
] satisfies readonly (keyof RunRequest)[];

/**
 * Returns the errors of a refused run by their control: a field of the KubeletConfiguration, `seed`,
 * `horizon`, `link`, `runtime`, `kubeletVersion`, an option of the runtime's configuration, `fault 1`. Errors
 * of no control are under the empty name. An error in a file keeps its place, also at a control.
 */
export function errorsByControl(
  errors: readonly InputError[],
  fields: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const error of errors) {
    const control = controlOf(error, fields);
    const before = found.get(control);
    const words =
      control === '' || error.option?.isInFile === true ? formatInputError(error) : inputErrorReason(error);
    found.set(control, before === undefined ? words : `${before}\n${words}`);
  }
  return found;
}

function controlOf({ option }: InputError, fields: readonly string[]): string {
  if (option === undefined) return '';
  const { name, key } = option;
  if (name === 'faults') return key === undefined ? '' : `fault ${key}`;
  if (name === 'set' || name === 'runtimeConfig') return fields.includes(String(key)) ? String(key) : '';
  return plainControls.includes(name) ? name : '';
}

import { shownValue } from '../../../inputs/documents/check-shape.ts';
import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import type { Complaint } from '../../../inputs/documents/problems.ts';
import { unknownKubeletField } from '../../../inputs/nodes/unknown-kubelet-field.ts';
import {
  expectedOf,
  type RequestOption,
  type RunRequest,
  type RunRequestName,
  runRequestRows,
} from '../../../inputs/run-request.ts';
import { runtimeConfigShape } from '../../../inputs/runtimes/runtime-config-shape.ts';
import { kubeletFieldNames } from '../../../rules/kubelet/configuration/kubelet-configuration.ts';
import { simulatedFields } from '../../../rules/kubelet/configuration/kubelet-fields.ts';

/** How a field is changed: the entry of the request that it goes into. */
interface ChangeKind {
  readonly entry: RunRequestName;
  readonly option: RequestOption;
  /** Whether the entry takes the field's name with the value, as --set and --runtime-config do. */
  readonly takesName: boolean;
}

/** What the runs of a comparison have in common, and what other names stand for. */
const notChanged: readonly RunRequestName[] = ['seed', 'sizeDraw', 'set', 'runtimeConfig'];

/** By their flags without dashes: `link`, `kubelet-version`, `nodes`, `fault`, `pull-limit`. */
const options: ReadonlyMap<string, ChangeKind> = new Map(
  runRequestRows
    .filter(([entry]) => !notChanged.includes(entry))
    .map(([entry, option]) => [option.flag.replace(/^--/, ''), { entry, option, takesName: false }]),
);

const rows = new Map(runRequestRows);
const runtimeNames: readonly string[] = Object.keys(runtimeConfigShape.shape);

/**
 * Returns how a field is changed: an option of a run by its name without dashes, a field of
 * KubeletConfiguration, or one of the runtime's own configuration. Unknown ones get a complaint that names a
 * similar one.
 */
export function changeKind(field: string): ChangeKind | Complaint {
  const option = options.get(field);
  if (option !== undefined) return option;
  const [top = ''] = field.split('.');
  if (unknownKubeletField(top) === undefined) return named('set');
  if (runtimeNames.includes(field) || runtimeNames.some((name) => field.startsWith(`${name}.`)))
    return named('runtimeConfig');
  const known = [...options.keys(), ...simulatedFields.keys(), ...runtimeNames];
  const meant = didYouMean(top, known) ?? didYouMean(top, kubeletFieldNames);
  const takesField = field === 'set' || field === 'runtime-config';
  return {
    code: 'UNKNOWN_FIELD',
    message: `${shownValue(field)} is nothing that a run can be changed by`,
    expected: `a field of KubeletConfiguration (maxParallelImagePulls), an option of windlass run (${meant === undefined ? [...options.keys()].join(', ') : 'link, nodes'}), or a field of the runtime's configuration (max_concurrent_downloads)`,
    hint: takesField ? `leave ${field}= out` : meant === undefined ? undefined : `did you mean ${meant}?`,
  };
}

/** Returns what a value of the field should be, if it is wrong whatever the input says. */
export function expectedValue({ entry, option }: ChangeKind, value: string): string | undefined {
  if (option.kind === 'switch') return value === 'true' || value === 'false' ? undefined : 'true or false';
  if (option.kind === 'number')
    return expectedOf(entry, /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN);
  return value.trim() === '' ? 'a value' : expectedOf(entry, value);
}

/**
 * Returns the request with the field changed. Of what may be given several times, the last one counts, or all
 * of them do.
 */
export function changedRequest(
  request: RunRequest,
  { entry, option, takesName }: ChangeKind,
  field: string,
  value: string,
): RunRequest {
  const { [entry]: before, ...others } = request;
  switch (option.kind) {
    case 'switch':
      return value === 'true' ? { ...others, [entry]: true } : others;
    case 'number':
      return { ...others, [entry]: Number(value) };
    case 'text':
      return { ...others, [entry]: value };
    case 'texts':
      return {
        ...others,
        [entry]: [
          ...((before as readonly string[] | undefined) ?? []),
          takesName ? `${field}=${value}` : value,
        ],
      };
  }
}

function named(entry: 'set' | 'runtimeConfig'): ChangeKind {
  const option = rows.get(entry);
  if (option === undefined) throw new Error(`no option ${entry}`);
  return { entry, option, takesName: true };
}

import type { InputError } from '../../../inputs/documents/input-error.ts';
import { optionWords } from '../../../inputs/documents/option-words.ts';
import { Problems } from '../../../inputs/documents/problems.ts';
import { faultOption } from '../../../inputs/scenario/fault-option.ts';
import type { FaultDocument } from '../../../inputs/scenario/fault-rows.ts';
import { parseDuration } from '../../../inputs/scenario/quantities.ts';

/** A fault that may happen, and when: `registryDown registry=docker.io from=0s..5m for=40s`. */
export interface FaultCandidate {
  /** As it was written. */
  readonly text: string;
  /** Without the field that has a range. */
  readonly words: readonly string[];
  /** When it may begin; absent: as it is written. Milliseconds, since nobody writes finer times. */
  readonly starts?: { readonly field: string; readonly fromMs: number; readonly toMs: number };
}

/** A candidate that happens, with its start in milliseconds where that is free. */
export interface ChosenFault {
  readonly candidate: FaultCandidate;
  readonly startMs?: number;
}

const rangePattern = /^(from|at)=(.+?)\.\.(.+)$/;

/**
 * Reads the `number`th `--faults`, with the checks of --fault at both ends of its range. Returns the
 * candidate, or its errors.
 */
export function readFaultCandidate(text: string, number: number): FaultCandidate | readonly InputError[] {
  const named = (errors: readonly InputError[]) =>
    errors.map((error) => ({ ...error, file: error.file.replace('--fault ', '--faults ') }));
  const words = optionWords(text);
  const ranges = words.flatMap((word) => rangePattern.exec(word.text) ?? []);
  const [, field = '', from = '', to = ''] = ranges;
  if (ranges.length === 0) {
    const errors = errorsOf(text, number);
    return errors.length > 0 ? named(errors) : { text, words: words.map(quoted) };
  }
  const [fromMs, toMs] = [from, to].map((time) => Math.round((parseDuration(time) ?? Number.NaN) / 1000));
  if (fromMs === undefined || toMs === undefined || !(fromMs < toMs))
    return [
      {
        code: 'OPTION',
        file: `--faults ${number}`,
        message: `${field}=${from}..${to} is no range of times`,
        expected: `two durations, the earlier one first, such as ${field}=0s..5m`,
      },
    ];
  const candidate = {
    text,
    words: words.filter((word) => !rangePattern.test(word.text)).map(quoted),
    starts: { field, fromMs, toMs },
  };
  const errors = [fromMs, toMs]
    .map((startMs) => errorsOf(faultWords({ candidate, startMs }), number))
    .find((all) => all.length > 0);
  return errors === undefined ? candidate : named(errors);
}

/** Returns the words of --fault: `registryDown registry=docker.io from=12s for=40s`. */
export function faultWords({ candidate: { words, starts }, startMs }: ChosenFault): string {
  const [kind = '', ...fields] = words;
  return [
    kind,
    ...(starts === undefined || startMs === undefined ? [] : [`${starts.field}=${startText(startMs)}`]),
    ...fields,
  ].join(' ');
}

/** Returns the fault as files have it. */
export function faultDocument(chosen: ChosenFault): FaultDocument {
  const read = faultOption(faultWords(chosen), 1, new Problems());
  if (read === undefined) throw new Error(`not a fault: ${faultWords(chosen)}`);
  return read.fault;
}

function startText(startMs: number): string {
  return startMs % 1000 === 0 ? `${startMs / 1000}s` : `${startMs}ms`;
}

function errorsOf(text: string, number: number): readonly InputError[] {
  const problems = new Problems();
  faultOption(text, number, problems);
  return problems.errors;
}

/** The words are joined and read again, so a value with spaces needs its quotes. */
function quoted({ text }: { readonly text: string }): string {
  if (!/[\s'"]/.test(text)) return text;
  const [, name = '', value = ''] = /^([^=]*=)?(.*)$/s.exec(text) ?? [];
  return name + (value.includes('"') ? `'${value}'` : `"${value}"`);
}

import { checkShape, shownValue } from '../documents/check-shape.ts';
import { documentOfWords } from '../documents/made-document.ts';
import { type OptionWord, optionScalar, optionWords } from '../documents/option-words.ts';
import type { Problems } from '../documents/problems.ts';
import { type Path, type Place, wholeOf, within } from '../documents/source-document.ts';
import { type FaultDocument, faultShape } from './fault-rows.ts';
import type { ReadLuck } from './read-luck.ts';
import type { ReadScenario } from './read-scenario.ts';

const example = 'a kind and its fields, such as --fault "registryDown registry=ghcr.io from=0s until=40s"';

interface Field extends OptionWord {
  readonly name: string;
  readonly value: unknown;
}

/** The most faults that a Scenario may have. */
const faultsMax = 1_000;

/**
 * Returns the Scenario's faults, then those of the options, then those of the Luck. Wrong options are
 * reported and left out.
 */
export function writtenFaults(
  scenario: ReadScenario,
  options: readonly string[],
  luck: ReadLuck | undefined,
  problems: Problems,
): WrittenFault[] {
  const ofScenario = faultsOf(scenario);
  if (options.length > faultsMax) {
    problems.add({
      code: 'OPTION',
      file: '--fault',
      option: { name: 'faults' },
      message: `${options.length} of them: at most ${faultsMax} are read`,
    });
    return ofScenario;
  }
  return [
    ...ofScenario,
    ...options.flatMap((option, index) => faultOption(option, index + 1, problems) ?? []),
    ...(luck === undefined ? [] : faultsOf(luck)),
  ];
}

function faultsOf(read: ReadScenario | ReadLuck): WrittenFault[] {
  return (read.value.faults ?? []).map((fault, index) => ({
    fault,
    place: (inner, on = 'value') => ({ ...within(read, 'faults', index, ...inner), on }),
  }));
}

/**
 * Reads `--fault "registryDown registry=ghcr.io from=0s until=40s"`: the kind of a Scenario's fault, then its
 * fields, with the Scenario's own checks. `number` counts the options from 1. undefined after an error.
 */
export function faultOption(option: string, number: number, problems: Problems): WrittenFault | undefined {
  const origin = { name: 'faults', key: number };
  const complain = (message: string): undefined => {
    problems.add({ code: 'OPTION', file: `--fault ${number}`, message, expected: example, option: origin });
  };
  const words = optionWords(option);
  if (words.length === 0) return complain('the option is empty');
  if (words.some(({ isOpen }) => isOpen)) return complain('a quote is opened and not closed');
  const fields = words.map((word, index) => fieldOf(word, index, words[0]?.text ?? ''));
  const names = new Set<string>();
  for (const [index, field] of fields.entries()) {
    if (field === undefined)
      return complain(`${shownValue(words[index]?.text)} is not of the form field=value`);
    if (names.has(field.name)) return complain(`${shownValue(field.name)} is given twice`);
    names.add(field.name);
  }
  const source = { name: `--fault ${number}`, text: option };
  const known = fields.filter((field) => field !== undefined);
  const whole = wholeOf({ ...documentOfWords(source, known), option: origin });
  const fault = checkShape(faultShape(), whole, problems);
  return fault && { fault, place: (path, on = 'value') => ({ ...within(whole, ...path), on }) };
}

function fieldOf(word: OptionWord, index: number, kind: string): Field | undefined {
  const [, name = '', text = ''] = /^([^=]+)=([\s\S]*)$/.exec(word.text) ?? [];
  if (name === '') return index === 0 ? { ...word, name: 'kind', value: word.text } : undefined;
  return { ...word, name, value: valueIn(kind, name, text) };
}

/**
 * A field for texts gets the text as it stands, even if YAML would read a number or true; other fields get
 * what YAML reads.
 */
function valueIn(kind: string, name: string, text: string): unknown {
  const shape = name === 'kind' ? undefined : shapeOf(kind, name);
  return shape === undefined || shape.safeParse(text).success ? text : optionScalar(text);
}

function shapeOf(kind: string, name: string) {
  const shape = faultShape().options.find((option) => option.shape.kind.value === kind)?.shape;
  return shape !== undefined && Object.hasOwn(shape, name) ? shape[name as keyof typeof shape] : undefined;
}

/**
 * A fault that its shape has accepted, and the place of its fields: in the Scenario, or in a `--fault`
 * option.
 */
export interface WrittenFault {
  readonly fault: FaultDocument;
  readonly place: (path: Path, on?: Place['on']) => Place;
}

import { limits } from '../limits.ts';
import { excerpt, type InputError, type OptionOrigin } from './input-error.ts';
import { redactedText } from './redacted-text.ts';
import { mayShowSecret, withoutValue } from './secret-words.ts';
import { shownLine } from './shown-line.ts';
import { type Place, placeText, positionOf } from './source-document.ts';

/** What is wrong, without the place. */
export interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly expected?: string;
  readonly hint?: string | undefined;
  readonly option?: OptionOrigin;
}

/** Collects errors and warnings while the input is read, so that a user sees all of them at once. */
export class Problems {
  readonly errors: InputError[] = [];
  readonly warnings: string[] = [];
  #seen = new Set<string>();
  #option: OptionOrigin | undefined;

  /** Returns a collector into the same lists whose errors are those of an option. */
  ofOption(option: OptionOrigin): Problems {
    const view = Object.assign(new Problems(), { errors: this.errors, warnings: this.warnings });
    view.#seen = this.#seen;
    view.#option = option;
    return view;
  }

  /** Adds an error at a place of a document, with its line unless that may show a secret value. */
  at(place: Place, complaint: Complaint, lineShown: 'withExcerpt' | 'withoutExcerpt' = 'withExcerpt'): void {
    if (this.errors.length > limits.errors) return;
    const position = positionOf(place);
    const { name } = place.document.source;
    const shown = mayShowSecret(place.document, position.line)
      ? {
          message: withoutValue(complaint.message),
          ...(complaint.reason === undefined ? {} : { reason: withoutValue(complaint.reason) }),
        }
      : lineShown === 'withoutExcerpt'
        ? {}
        : {
            excerpt: excerpt(
              shownLine(place.document, position.line, offsetOf(place, position)),
              position.column,
            ),
          };
    const { option } = place.document;
    const origin = option === undefined ? position : { option };
    this.add({ ...complaint, file: name, ...origin, ...shown });
  }

  /** Adds an error at a document of which there may be one only: it is the second. */
  atSecond(what: string, rule: string, second: Place, first: Place): void {
    const hint = `leave one out: the first is at ${placeText(first)}`;
    this.at(second, { code: 'DUPLICATE', message: `a second ${what}: ${rule}`, hint });
  }

  /** Adds an error without a place in a document (an option, a whole file), or with a known one. */
  add({ hint, ...complaint }: Omit<InputError, 'hint'> & { readonly hint?: string | undefined }): void {
    const { file, message, reason, expected, excerpt: line, option = this.#option } = complaint;
    const error = {
      ...complaint,
      file: redactedText(file),
      message: shortened(redactedText(message)),
      ...(reason === undefined ? {} : { reason: shortened(redactedText(reason)) }),
      ...(expected === undefined ? {} : { expected: redactedText(expected) }),
      ...(line === undefined ? {} : { excerpt: redactedText(line) }),
      ...(option === undefined ? {} : { option: redactedOrigin(option) }),
    };
    const key = JSON.stringify([error.file, error.line, error.column, error.message]);
    if (this.#seen.has(key) || this.errors.length > limits.errors) return;
    this.#seen.add(key);
    const full = this.errors.length === limits.errors;
    const last = {
      code: 'TOO_MANY_ERRORS',
      file: error.file,
      message: `more than ${limits.errors} errors: the rest is not shown`,
    };
    this.errors.push(full ? last : hint === undefined ? error : { ...error, hint: redactedText(hint) });
  }

  /** Adds a sentence that is printed but stops nothing, with its place if it has one. */
  warn(message: string, place?: Place): void {
    const where =
      place?.document.option !== undefined ? place.document.source.name : place && placeText(place);
    const warning = redactedText(place === undefined ? message : `${where}: ${message}`);
    if (!this.#seen.has(warning)) this.warnings.push(warning);
    this.#seen.add(warning);
  }
}

function redactedOrigin(option: OptionOrigin): OptionOrigin {
  return typeof option.key === 'string' ? { ...option, key: redactedText(option.key) } : option;
}

function offsetOf(
  { document: { lines } }: Place,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  return (lines.lineStarts[line - 1] ?? 0) + column - 1;
}

function shortened(message: string): string {
  return message.length > 500 ? message.slice(0, 499) + '…' : message;
}

import { isPastedText } from '../pasted/pasted-objects.ts';
import { pastedDocuments } from '../pasted/pasted-source.ts';
import type { InputError } from './input-error.ts';
import { parseSource } from './parse-source.ts';
import { Problems } from './problems.ts';
import { redactedValue } from './redacted-text.ts';
import type { SourceText } from './source-document.ts';

/**
 * Returns the values of a JSON or YAML text without the places of their parts, for what a cluster or a tool
 * has written and nobody edits by hand: also several JSON documents, one after the other. Errors of syntax
 * have their places.
 */
export function plainDocuments(source: SourceText): {
  readonly values: readonly unknown[];
  readonly errors: readonly InputError[];
} {
  const text = source.text.replace(/^\uFEFF/, '');
  const quick = jsonValues(text);
  if (quick !== undefined) return { values: quick.map((value) => redactedValue(value)), errors: [] };
  const problems = new Problems();
  const documents = isPastedText(text)
    ? pastedDocuments({ ...source, text }, problems, 'alone')
    : parseSource(source, problems);
  return {
    values: problems.errors.length > 0 ? [] : documents.map(({ value }) => value),
    errors: problems.errors,
  };
}

/**
 * JSON is read a hundred times faster than YAML, but its errors have no place, so the YAML reader then reads
 * it again.
 */
function jsonValues(text: string): readonly unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return [JSON.parse(text)];
  } catch {
    // --watch prints one object after the other, each beginning at the margin.
    const parts = text.split(/(?<=^\}|^\{.*\})\r?\n(?=\{)/m);
    if (parts.length < 2) return undefined;
    try {
      return parts.map((part) => JSON.parse(part) as unknown);
    } catch {
      return undefined;
    }
  }
}

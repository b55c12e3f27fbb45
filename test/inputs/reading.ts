import { expect } from 'vitest';
import type { InputError } from '../../src/inputs/documents/input-error.ts';
import { type InputResult, readInput } from '../../src/inputs/read-input.ts';
import type { RunRequest } from '../../src/inputs/run-request.ts';

/** What the text is read as; the test fails with the errors where it is refused. */
export function accepted(text: string, options: RunRequest = {}): InputResult & { ok: true } {
  const result = readInput([{ name: 'in.yaml', text }], options);
  expect(result.ok ? [] : result.errors).toEqual([]);
  if (!result.ok) throw new Error('refused');
  return result;
}

/** The errors of a text, each as `line:column CODE message`, or `file CODE message` where it has no place. */
export function refused(text: string, options: RunRequest = {}): string[] {
  return errorsOf(text, options).map(({ line, column, file, code, message }) =>
    line === undefined ? `${file} ${code} ${message}` : `${line}:${column} ${code} ${message}`,
  );
}

/** The errors of a text as they are. */
export function errorsOf(text: string, options: RunRequest = {}): readonly InputError[] {
  const result = readInput([{ name: 'in.yaml', text }], options);
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.input)}`);
  return result.errors;
}

/** A Pod with the spec given in flow style. */
export function podYaml(name: string, spec: string): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: ${spec}\n`;
}

/** A Scenario with the fields given. */
export function scenarioYaml(fields: string): string {
  return `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\n${fields}\n`;
}

/** Documents of one stream. */
export function stream(...documents: readonly string[]): string {
  return documents.join('---\n');
}

/**
 * What the runtime of a node makes sandboxes of where nobody says otherwise: it is among the images of every
 * run with pods.
 */
export const pause = 'registry.k8s.io/pause:3.10.2';

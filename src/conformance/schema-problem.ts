import type { z } from 'zod';

/** What is wrong at one place of a parsed line, in a sentence: `calls[2].at: expected a number, not "soon"`. `whole` names the line itself. */
export function schemaProblem(issue: z.core.$ZodIssue, root: unknown, whole: string): string {
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const place = path === '' ? whole : path.replace(/^\./, '');
  if (issue.code === 'unrecognized_keys') return `${place}: unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  const found = issue.path.reduce<unknown>((node, part) => (node as Readonly<Record<PropertyKey, unknown>>)[part], root);
  return `${place}: expected ${expectedOf(issue)}, ${found === undefined ? 'but it is missing' : `not ${shown(found)}`}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  int32: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function expectedOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected;
    case 'too_small':
      return issue.origin === 'string' ? 'a text that is not empty' : `a number of at least ${issue.minimum}`;
    case 'too_big':
      return `a number of at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

import type { z } from 'zod';

/**
 * Returns what is wrong at one place of a parsed line, as a sentence:
 * `calls[2].at: expected a number, not "soon"`. `whole` names the line itself.
 */
export function schemaProblem(issue: z.core.$ZodIssue, root: unknown, whole: string): string {
  const found = valueAt(root, issue.path);
  const inner = issue.code === 'invalid_union' ? problemOfUnion(issue.errors, found) : undefined;
  if (inner !== undefined)
    return schemaProblem({ ...inner, path: [...issue.path, ...inner.path] }, root, whole);
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  const place = path === '' ? whole : path.replace(/^\./, '');
  if (issue.code === 'unrecognized_keys')
    return `${place}: unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
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
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'invalid_union':
      return 'one of the forms of the protocol';
    case 'too_small':
      return issue.origin === 'string' ? 'a text that is not empty' : `a number of at least ${issue.minimum}`;
    case 'too_big':
      return `a number of at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

/**
 * Returns the problem with the one form that was meant, according to its fields; undefined if that is not
 * clear.
 */
function problemOfUnion(
  forms: readonly (readonly z.core.$ZodIssue[])[],
  found: unknown,
): z.core.$ZodIssue | undefined {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
  // A form that has other fields was not meant.
  const [meant, ...others] = forms.filter((issues) => issues.every(({ path }) => path.length > 0));
  return others.length === 0 ? meant?.[0] : undefined;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, part) => (node as Readonly<Record<PropertyKey, unknown>> | undefined)?.[part],
    root,
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

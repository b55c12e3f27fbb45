import { z } from 'zod';
import { parseShape } from '../../inputs/documents/parse-shape.ts';
import { schemaProblem } from './schema-problem.ts';
import type { NamedScript, ScriptKind, ScriptTrace } from './script-kind.ts';
import { scriptKindNamed, scriptKinds } from './script-kinds.ts';

/** A problem of a line with its place: `calls[2].at: expected a number, not "soon"`. */
export interface RefusedScript {
  readonly ok: false;
  readonly problems: readonly [string, ...string[]];
}

/**
 * Parses one line of NDJSON as a script of the kind that it names. Returns every problem as a sentence if it
 * is none.
 */
export function parseScript(
  line: string,
): { readonly ok: true; readonly kind: ScriptKind; readonly script: NamedScript } | RefusedScript {
  const read = readJson(line, 'script');
  if ('problem' in read) return refused(read.problem);
  const named = kindFieldOf(read.value);
  const kind = scriptKindNamed(named);
  if (kind === undefined) {
    const known = scriptKinds.map((one) => one.kind).join(', ');
    return refused(
      `kind: there are no scripts of kind ${JSON.stringify(named)}; the kinds are ${known}, the first where none is named`,
    );
  }
  const parsed = checked(read.value, kind);
  return parsed.ok ? { ...parsed, kind } : parsed;
}

/** Parses one line of NDJSON as a script of this shape, whatever kind it says it is. */
export function parseScriptAs<S extends NamedScript>(
  shape: Pick<ScriptKind<S>, 'schema' | 'problemsOf'>,
  line: string,
): { readonly ok: true; readonly script: S } | RefusedScript {
  const read = readJson(line, 'script');
  return 'problem' in read ? refused(read.problem) : checked(read.value, shape);
}

/** Parses one line of NDJSON as a script, for readers that take scripts of one kind only. */
export function parseScriptOf<S extends NamedScript>(
  kind: ScriptKind<S>,
  line: string,
): { readonly ok: true; readonly script: S } | RefusedScript {
  const read = readJson(line, 'script');
  if ('problem' in read) return refused(read.problem);
  const named = kindFieldOf(read.value);
  if (scriptKindNamed(named)?.kind === kind.kind) return checked(read.value, kind);
  return refused(
    `kind: only scripts of kind ${kind.kind} are understood here, not ${JSON.stringify(named ?? 'imagemanager')}`,
  );
}

function readJson(
  line: string,
  noun: 'script' | 'trace',
): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(line) };
  } catch (error) {
    return {
      problem: `not JSON: ${error instanceof Error ? error.message : String(error)}; a ${noun} is one JSON object on one line`,
    };
  }
}

const countless = 'it has more wrong values in its lists than can be counted';

function kindFieldOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
}

function checked<S extends NamedScript>(
  value: unknown,
  kind: Pick<ScriptKind<S>, 'schema' | 'problemsOf'>,
): { readonly ok: true; readonly script: S } | RefusedScript {
  const parsed = parseShape(kind.schema, value);
  if (parsed === undefined) return { ok: false, problems: [countless] };
  if (!parsed.success) {
    const [first = 'not a script', ...more] = parsed.error.issues.map((issue) =>
      schemaProblem(issue, value, 'the script'),
    );
    return { ok: false, problems: [first, ...more] };
  }
  const [first, ...more] = kind.problemsOf(parsed.data);
  return first === undefined ? { ok: true, script: parsed.data } : { ok: false, problems: [first, ...more] };
}

function refused(problem: string): RefusedScript {
  return { ok: false, problems: [problem] };
}

// Entries are compared as they are, so they only need a type and a time.
const traceSchema = z.looseObject({
  script: z.string(),
  trace: z.array(z.looseObject({ at: z.number(), type: z.string() })),
  races: z.array(z.string()).nullish(),
});

/**
 * Parses one line of NDJSON as a trace of the kind that the caller knows. Returns the problem in a sentence
 * if it is none.
 */
export function parseTrace<T extends ScriptTrace = ScriptTrace>(
  line: string,
): { readonly trace: T } | { readonly problem: string } {
  const read = readJson(line, 'trace');
  if ('problem' in read) return read;
  const { value } = read;
  const parsed = parseShape(traceSchema, value);
  if (parsed === undefined) return { problem: countless };
  if (parsed.success) return { trace: value as T };
  const [issue] = parsed.error.issues;
  return {
    problem: `not a trace of the protocol: ${issue === undefined ? '' : schemaProblem(issue, value, 'the line')}`,
  };
}

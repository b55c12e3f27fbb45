import type { InputError } from '../../inputs/documents/input-error.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { readInputParts } from '../../inputs/read-input.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import { lintLevels } from '../../reports/json/lint-levels.ts';
import type { lintFinding } from '../../reports/json/tables.ts';
import type { Parsed } from '../../trace/record.ts';
import type { LintPlace } from './lint-place.ts';
import type { LintRule } from './lint-rule.ts';
import { lintRules } from './lint-rules.ts';
import { LintView } from './lint-view.ts';

/** One finding: where, what, and what to do. */
export type LintFinding = Parsed<typeof lintFinding>;

/** The name under which errors of the input are told: what the kubelet or the API server refuses. */
export const refusedRule = 'refused';

/**
 * Looks for what will harm in manifests, kubelet and runtime configurations. Errors of the input are findings
 * too; then the rules are not asked. `warn` hears of what no finding is about, such as fields that nobody
 * knows. A comment `# windlass-ignore: RULE` on the line, or on the one above, silences a rule there.
 */
export function lint(
  sources: readonly SourceText[],
  request: RunRequest,
  rules: readonly LintRule[] = lintRules,
  warn: (sentence: string) => void = () => {},
): readonly LintFinding[] {
  const result = readInputParts(sources, request);
  if (!result.ok) return result.errors.map(refusedFinding);
  const view = new LintView(result.input, result.parts, request);
  const findings = rules.flatMap(({ id, level, reason, fix, source, find }) =>
    find(view)
      .filter(({ place }) => !isIgnored(id, place))
      .map(
        ({ place: { document, ...place }, message }): LintFinding => ({
          rule: id,
          level,
          ...place,
          message,
          reason,
          fix,
          source,
        }),
      ),
  );
  const places = new Set(findings.map(({ file, line, column }) => `${file}:${line}:${column}: `));
  for (const warning of result.warnings)
    if (!places.has(/^.*?:\d+:\d+: /.exec(warning)?.[0] ?? '')) warn(warning);
  return inOrder(withoutTwins(findings));
}

function refusedFinding({ file, line, column, message, expected, hint }: InputError): LintFinding {
  return {
    rule: refusedRule,
    level: 'error',
    file,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    message,
    reason:
      expected === undefined
        ? 'The kubelet, the API server or Windlass refuses it.'
        : `Expected: ${expected}.`,
    fix: hint ?? (expected === undefined ? 'write what the message asks for' : `write ${expected} there`),
    source: 'windlass run refuses it with the same words',
  };
}

function isIgnored(rule: string, { document, line }: LintPlace): boolean {
  if (document === undefined || line === undefined) return false;
  const { lineStarts } = document.lines;
  const from = lineStarts[Math.max(0, line - 2)] ?? 0;
  const near = document.source.text.slice(from, lineStarts[line]);
  return [...near.matchAll(/#\s*windlass-ignore:\s*([\w ,-]+)/g)].some(([, names = '']) =>
    names.split(/[\s,]+/).includes(rule),
  );
}

function withoutTwins(findings: readonly LintFinding[]): readonly LintFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, file, line, column, message }) => {
    const key = JSON.stringify([rule, file, line, column, message]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The gravest first, then by place. */
function inOrder(findings: readonly LintFinding[]): readonly LintFinding[] {
  const weight = ({ level }: LintFinding) => lintLevels.indexOf(level);
  const text = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);
  return findings.toSorted(
    (a, b) =>
      weight(a) - weight(b) ||
      text(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { LintFinding } from '../lint.ts';
import { lintRules } from '../lint-rules.ts';

/**
 * Returns the findings as a SARIF 2.1.0 log (docs.oasis-open.org/sarif), as code scanning services read it.
 */
export function lintSarif(findings: readonly LintFinding[], version: string): Log {
  const used = new Set(findings.map(({ rule }) => rule));
  const rules = [
    ...lintRules.filter(({ id }) => used.has(id)).map(descriptorOf),
    ...(used.has('refused') ? [refused] : []),
  ];
  return {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: { driver: { name: 'windlass', semanticVersion: version, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, rules)),
      },
    ],
  };
}

const refused: ReportingDescriptor = {
  id: 'refused',
  shortDescription: { text: 'what the kubelet or the API server refuses' },
  defaultConfiguration: { level: 'error' },
};

function descriptorOf({
  id,
  level,
  title,
  reason,
  fix,
  source,
}: (typeof lintRules)[number]): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: reason },
    help: { text: `Fix: ${fix}. Source: ${source}` },
    defaultConfiguration: { level },
  };
}

function resultOf(
  { rule, level, file, line, column, message, fix }: LintFinding,
  rules: readonly ReportingDescriptor[],
): Result {
  const region =
    line === undefined
      ? {}
      : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level,
    message: { text: `${message}. Fix: ${fix}.` },
    // What nobody wrote, or an option, is in no file.
    ...(file === undefined || line === undefined
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }] }),
  };
}

function uriOf(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}

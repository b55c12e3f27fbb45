/**
 * Every kind of JSON document that a command prints, in the order of `windlass schema --list`;
 * `jsonDocuments` has the schema of each.
 */
export const jsonKinds = [
  'RunSummary',
  'SeedsSummary',
  'Comparison',
  'Sweep',
  'Recommendation',
  'Upgrade',
  'Worst',
  'ImageList',
  'AssumptionList',
  'DefaultList',
  'ProviderList',
  'KnownBugList',
  'LintReport',
  'PrePullList',
  'CheckReport',
  'ExplorationReport',
  'TestReport',
  'KindTestReport',
  'TestFinding',
  'CriTestReport',
  'CriTestFinding',
  'Calibration',
  'ImportReport',
  'VerifyReport',
  'DiagnosisReport',
  'MachineList',
  'MachinePaths',
  'CoverageList',
  'Explanation',
  'FleetBlame',
  'AfterFix',
] as const;

/** The `kind` of a JSON document that a command prints: `RunSummary`, `ImageList`, … */
export type JsonKind = (typeof jsonKinds)[number];

/** Returns the name of the schema of a kind, as `windlass schema` and `schemas/` have it: `run-summary`. */
export function schemaName(kind: JsonKind): string {
  return kind.replace(/(?!^)(?=[A-Z])/g, '-').toLowerCase();
}

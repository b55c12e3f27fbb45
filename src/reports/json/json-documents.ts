import { z } from 'zod';
import { ownApiVersion } from '../../inputs/scenario/scenario-shape.ts';
import { checkReport } from './check-report.ts';
import { calibration, importReport, verifyReport } from './cluster.ts';
import { criTestFinding, criTestReport } from './cri-test-report.ts';
import { diagnosisReport } from './diagnosis.ts';
import { afterFix, explanation, fleetBlame } from './explanation.ts';
import { explorationReport } from './exploration.ts';
import type { JsonKind } from './json-kinds.ts';
import { coverageList, machineList, machinePaths } from './machines.ts';
import { prePullList, runSummary, seedsSummary } from './run-summary.ts';
import { assumptions, defaultList, imageList, knownBugList, lintReport, providerList } from './tables.ts';
import { kindTestReport, testFinding, testReport } from './test-report.ts';
import { comparison, recommendation, sweep, upgrade, worst } from './what-if.ts';

/** What commands print as JSON, by its `kind`. Before the fields of each stand `apiVersion` and `kind`. */
export const jsonDocuments = {
  RunSummary: runSummary,
  SeedsSummary: seedsSummary,
  Comparison: comparison,
  Sweep: sweep,
  Recommendation: recommendation,
  Upgrade: upgrade,
  Worst: worst,
  ImageList: imageList,
  AssumptionList: assumptions,
  DefaultList: defaultList,
  ProviderList: providerList,
  KnownBugList: knownBugList,
  LintReport: lintReport,
  PrePullList: prePullList,
  CheckReport: checkReport,
  ExplorationReport: explorationReport,
  TestReport: testReport,
  KindTestReport: kindTestReport,
  TestFinding: testFinding,
  CriTestReport: criTestReport,
  CriTestFinding: criTestFinding,
  Calibration: calibration,
  ImportReport: importReport,
  VerifyReport: verifyReport,
  DiagnosisReport: diagnosisReport,
  MachineList: machineList,
  MachinePaths: machinePaths,
  CoverageList: coverageList,
  Explanation: explanation,
  FleetBlame: fleetBlame,
  AfterFix: afterFix,
} as const satisfies Readonly<Record<JsonKind, z.ZodObject>>;

/** Returns the JSON Schema (draft 2020-12) of a kind. Properties that it does not name are not there. */
export function jsonDocumentSchema(kind: JsonKind): Readonly<Record<string, unknown>> {
  const { shape, meta } = jsonDocuments[kind];
  const { description = '' } = meta() ?? {};
  const document = z.strictObject({ apiVersion: z.literal(ownApiVersion), kind: z.literal(kind), ...shape });
  return { title: `Windlass ${kind}`, description, ...z.toJSONSchema(document) };
}

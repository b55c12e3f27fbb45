/**
 * What a program gets with `import … from 'windlass'`; the command line is not part of it.
 *
 * @module windlass
 */
export { calibrate } from './answers/calibration/calibrate.ts';
export type { CalibratedImage, Calibration, CalibrationSources } from './answers/calibration/calibration.ts';
export type { Estimate } from './answers/calibration/estimates/estimate.ts';
export { ContainerdLog } from './answers/calibration/evidence/containerd-log.ts';
export { type ReadEvents, readEvents } from './answers/calibration/evidence/read-events.ts';
export {
  type PullHistogram,
  type ReadMetrics,
  readMetrics,
} from './answers/calibration/evidence/read-metrics.ts';
export { scenarioFragment } from './answers/calibration/scenario-fragment.ts';
export {
  compareVariants,
  type VariantDifference,
  type VariantInput,
  type VariantsCompared,
} from './answers/what-if/comparison/compare-variants.ts';
export {
  type ComparisonDocument,
  comparisonDocument,
} from './answers/what-if/comparison/comparison-document.ts';
export type { FigureDifference } from './answers/what-if/comparison/figure-difference.ts';
export type { PodDifferences } from './answers/what-if/comparison/pod-differences.ts';
export { runHere } from './answers/what-if/runs/run-here.ts';
export type { Runner } from './answers/what-if/runs/runner.ts';
export { type Change, requestOfVariant, type Variant } from './answers/what-if/variants/variant.ts';
export type { ActorEntry, ActorHistory } from './charts/inspector/actor-entry.ts';
export {
  type InspectLiveOptions,
  inspectLive,
  type LiveInspectionHandle,
} from './charts/inspector/inspect-live.ts';
export {
  LiveInspection,
  type LiveInspectionOptions,
  type StatelyInspector,
} from './charts/inspector/live-inspection.ts';
export { statelyDefinitions } from './charts/inspector/stately-definitions.ts';
export type { StatelyMessage } from './charts/inspector/stately-message.ts';
export { StatelyMessages, type StatelyMessagesOptions } from './charts/inspector/stately-messages.ts';
export { StepHistory, type StepHistoryOptions } from './charts/inspector/step-history.ts';
export { StepLog, type StepLogOptions } from './charts/inspector/step-log.ts';
export type { Chart, ChartState, ChartTransition } from './charts/statechart/chart.ts';
export { chartOf } from './charts/statechart/chart-of.ts';
export { machineConfig } from './charts/statechart/machine-config.ts';
export { mermaidText } from './charts/statechart/mermaid-text.ts';
export { scxmlText } from './charts/statechart/scxml-text.ts';
export { type Default, defaults } from './inputs/defaults.ts';
export { formatInputError, type InputError } from './inputs/documents/input-error.ts';
export type { SourceText } from './inputs/documents/source-document.ts';
export { type WithoutSecrets, withoutSecrets } from './inputs/documents/without-secrets.ts';
export { type InputRequest, type InputResult, readInput } from './inputs/read-input.ts';
export type { RunRequest } from './inputs/run-request.ts';
export { scenarioSchema } from './inputs/scenario/scenario-shape.ts';
export type { ComparedFigure } from './reports/comparison/comparison.ts';
export { type Comparison, type ComparisonOptions, compareRuns } from './reports/comparison/comparison.ts';
export { csvTable } from './reports/csv/csv-table.ts';
export { formatDescription } from './reports/describe/describe.ts';
export { formatEvents } from './reports/events.ts';
export { type ReportInputs, type ReportOptions, reportHtml } from './reports/html/report-html.ts';
export { jsonDocumentSchema } from './reports/json/json-documents.ts';
export { type JsonKind, jsonKinds } from './reports/json/json-kinds.ts';
export { type JsonFields, jsonText } from './reports/json/json-text.ts';
export { kubeletMetrics } from './reports/metrics/kubelet-metrics.ts';
export type { MetricFamily } from './reports/metrics/metric-family.ts';
export { perfettoTrace } from './reports/perfetto/perfetto-trace.ts';
export { formatPods } from './reports/pods.ts';
export type { RunFilter } from './reports/run-filter/run-filter.ts';
export type { NodeResources } from './reports/run-view/node-resource-tracker.ts';
export { type ResourceView, resourceView } from './reports/run-view/resource-view.ts';
export { type BarView, type RowView, type RunView, runView } from './reports/run-view/run-view.ts';
export type { Series } from './reports/run-view/series-builder.ts';
export { WhyIndex } from './reports/run-view/why-index.ts';
export { type SeedsSummary, summarizeSeeds } from './reports/summary/seeds-summary.ts';
export { formatSeedsSummary } from './reports/summary/seeds-summary-text.ts';
export { type RunSummary, summarize } from './reports/summary/summary.ts';
export { formatSummary } from './reports/summary/summary-text.ts';
export type { TextOptions } from './reports/text/text-options.ts';
export { formatTimeline } from './reports/timeline/timeline.ts';
export type { Profile } from './rules/kubelet/profile.ts';
export { profiles } from './rules/kubelet/profiles/profiles.ts';
export {
  type BrokenInvariant,
  checkInvariants,
  shortestViolatingPrefix,
  type ViolatingPrefix,
} from './run/invariants/check-invariants.ts';
export type { Invariant, Violation } from './run/invariants/invariant.ts';
export { invariants } from './run/invariants/invariants.ts';
export type { Sighting } from './run/invariants/sightings.ts';
export { sightings } from './run/invariants/sightings.ts';
export { type TraceVerdict, traceVerdicts } from './run/invariants/trace-verdicts.ts';
export { type SimulateOptions, simulate } from './run/simulation/simulate.ts';
export { SimulationError } from './run/simulation/simulation-error.ts';
export type { FaultInput, NodeInput, RegistryInput, SimulationInput } from './run/simulation-input.ts';
export { type ReadTrace, readTrace } from './trace/read-trace.ts';
export type { ActorRecord, Cause, EndRecord, HeaderRecord, TraceRecord } from './trace/record.ts';
export type { ActorStarted, ActorStep, ActorStopped, StepRecord } from './trace/step-record.ts';
export { traceFormat } from './trace/trace-format.ts';
export { formatRecord, formatStep } from './trace/write-trace.ts';

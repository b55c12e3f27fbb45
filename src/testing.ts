/**
 * What a program gets with `import … from 'windlass/testing'`: model-based tests of somebody's own code.
 *
 * @module windlass/testing
 */
export type {
  ConformanceTrace,
  Entry,
  ResultEntry,
} from './proof/conformance/imagemanager/conformance-trace.ts';
export {
  type Script,
  type ScriptCall,
  type ScriptKubelet,
  type ScriptPod,
  type ScriptPull,
  type ScriptRuntime,
  scriptSchema,
} from './proof/conformance/imagemanager/script.ts';
export type { PathStrategy } from './proof/models/exploration/path-goals.ts';
export {
  type ArbitraryOptions,
  calls,
  imageNames,
  type ScriptOptions,
  scenarios,
  scripts,
  settings,
  wholeNodes,
} from './proof/testing/arbitraries.ts';
export { type FakeClock, fakeClock } from './proof/testing/fake-clock.ts';
export {
  type EnsureImageCall,
  type ImageManagerOptions,
  type ImageManagerSettings,
  type ImagePullActor,
  type ImagePullSnapshot,
  imageManager,
  type PodEvent,
  type PullOutcome,
  type RuntimePull,
  type TestedImageManager,
} from './proof/testing/image-manager.ts';
export { type Listener, listener } from './proof/testing/listener.ts';
export { ModelTestFailure } from './proof/testing/model-test-failure.ts';
export {
  type EventOfMachine,
  type MachinePath,
  type MachinePathStep,
  type MachinePathsOptions,
  paths,
} from './proof/testing/paths.ts';
export { profileOf } from './proof/testing/profile-of.ts';
export {
  type ImageManagerSession,
  type PropertyTestOptions,
  propertyTest,
  type SutWorld,
} from './proof/testing/property-test.ts';
export type { ImageSpec, NotedEntry, ScriptRuntimeForTest } from './proof/testing/script-runtime.ts';
export {
  compareTraces,
  type Divergence,
  properties,
  runScript,
  shrinkScript,
  type TraceComparison,
  type TraceProperty,
  type TraceViolation,
} from './proof/testing/scripts.ts';
export {
  type ChartOf,
  type TestModelBounds,
  type TestModelOf,
  type TestModelOptionsOf,
  testModel,
} from './proof/testing/test-model.ts';
export {
  type PathSession,
  type PathSut,
  type TestPathsOptions,
  testPaths,
} from './proof/testing/test-paths.ts';
export type { Invariant, Violation } from './run/invariants/invariant.ts';
export { invariants } from './run/invariants/invariants.ts';

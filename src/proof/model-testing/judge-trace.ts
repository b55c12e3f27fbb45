import type { Profile } from '../../rules/kubelet/profile.ts';
import type { ConformanceTrace } from '../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import { entriesByCall } from './call-entries.ts';
import { properties } from './properties/properties.ts';
import type { PropertyViolation } from './properties/protocol-property.ts';
import { traceToRecords } from './trace-to-records.ts';

/** A property's name, and one place where a trace breaks it. */
export interface BrokenProperty {
  readonly property: string;
  readonly violation: PropertyViolation;
}

/**
 * Returns every place where the trace of a system breaks a property. It needs no model, only the release's
 * rules.
 */
export function judgeTrace(
  script: Script,
  trace: ConformanceTrace,
  profile: Profile,
): readonly BrokenProperty[] {
  const run = {
    script,
    trace,
    profile,
    entries: entriesByCall(trace),
    records: traceToRecords(script, trace, profile),
  };
  return properties.flatMap(({ name, check }) =>
    check(run).map((violation) => ({ property: name, violation })),
  );
}

import type { ConformanceTrace } from '../../src/conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../../src/conformance/imagemanager/script.ts';

export function runScript(
  script: Script,
  options?: { readonly release?: string; readonly mutation?: string },
): ConformanceTrace;

import type { ConformanceTrace } from '../../src/proof/conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../../src/proof/conformance/imagemanager/script.ts';

export function runScript(
  script: Script,
  options?: { readonly release?: string; readonly mutation?: string },
): ConformanceTrace;

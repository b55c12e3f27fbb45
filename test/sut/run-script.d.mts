import type { ConformanceTrace } from '../../src/conformance/conformance-trace.ts';
import type { Script } from '../../src/conformance/script.ts';

export function runScript(script: Script, options?: { readonly release?: string; readonly mutation?: string }): ConformanceTrace;

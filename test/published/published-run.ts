import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readTrace } from '../../src/trace/read-trace.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';

/** The text of an input below examples/published/. */
export function publishedInput(name: string): string {
  return readFileSync(join(root, 'examples/published', name), 'utf8');
}

/** The trace of `windlass run` over this text, with these options. */
export async function traceOf(input: string, ...options: readonly string[]): Promise<readonly TraceRecord[]> {
  const { code, stdout, stderr } = await runInProcess(['run', '-', '-o', 'trace', ...options], {
    stdin: input,
  });
  expect(code, stderr).toBe(0);
  const trace = readTrace(stdout);
  if (!('records' in trace)) throw new Error('no trace');
  return trace.records;
}

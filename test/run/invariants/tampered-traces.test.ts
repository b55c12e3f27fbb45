import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { invariants } from '../../../src/run/invariants/invariants.ts';
import { readTrace } from '../../../src/trace/read-trace.ts';
import { runInProcess } from '../../interfaces/cli/run-in-process.ts';
import { root } from '../../tidy/sources.ts';
import { disorders, type Line, tampered, tamperings } from './tamperings.ts';

const text = gunzipSync(readFileSync(join(root, 'test/run/invariants/real-run.ndjson.gz'))).toString('utf8');
const read = readTrace(text);
const records = read.ok ? read.records : [];
const linesOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

it('holds for the trace as it was written, and for the same with new numbers', async () => {
  for (const stdin of [text, linesOf(tampered(records, () => {}))]) {
    const { code, stdout } = await runInProcess(['check', '-'], { stdin });
    expect(stdout).toMatch(new RegExp(`^All ${invariants.length} invariants hold\\.`));
    expect(code).toBe(0);
  }
});

it('is tampered with for each invariant', () => {
  expect(Object.keys(tamperings).sort()).toEqual(invariants.map(({ name }) => name).sort());
});

it.each(Object.entries(tamperings))(
  '%s is caught by windlass check, which shows where',
  async (name, [witness, tampering]) => {
    const { code, stdout, stderr } = await runInProcess(['check', '-', '-o', 'json'], {
      stdin: linesOf(tampered(records, tampering)),
    });
    expect(stderr).toMatch(/^windlass: violated: /);
    expect(code).toBe(4);
    const { verdicts } = JSON.parse(stdout);
    const { violations } = verdicts.find((verdict: { name: string }) => verdict.name === name);
    expect(`#${violations[0].record}: ${violations[0].message}`).toBe(witness);
  },
);

it.each(disorders)('%s: windlass check refuses it, with the line', async (_, disorder, line, message) => {
  const trace = structuredClone(records) as unknown as Line[];
  disorder(trace);
  const { code, stderr } = await runInProcess(['check', '-'], { stdin: linesOf(trace) });
  expect(code).toBe(3);
  expect(
    stderr.startsWith(`windlass: <stdin>:${line}: this is not a trace that can be checked
${message}`),
  ).toBe(true);
});

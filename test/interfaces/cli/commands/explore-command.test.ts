import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { runInProcess } from '../run-in-process.ts';

// Every order within bounds, on the command line: docs/guides/explore.md.

const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pod = (name: string) => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec: { containers: [{ name: app, image: 'sim.local/${name}:1' }], imagePullSecrets: [{ name: key }] }
---
`;
const manifests = `${pod('a')}${pod('b')}apiVersion: v1
kind: Secret
metadata: { name: key }
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '{"auths":{"sim.local":{"username":"me","password":"hunter2"}}}' }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 15m
images: [{ name: 'sim.local/a:1', size: 20MB }, { name: 'sim.local/b:1', size: 10MB }]
`;
const hungPull = 'pullTakes image=sim.local/a:1 takes=1h';

describe('windlass explore', () => {
  it('says that all rules hold, what was covered, and what was not', async () => {
    const { code, stdout, stderr } = await runInProcess(['explore', '-', '-q'], { stdin: manifests });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^All \d+ invariants hold. Every order of 2 pods, lateness 0 ms, to 15 m 0 s: \d+ states, \d+ steps.\n\nNot covered:\n/,
    );
    expect(stdout).toContain('what is late by more than 0 ms');
  });

  it('ends with 4 where a rule is violated, with the choices that this takes', async () => {
    const { code, stdout, stderr } = await runInProcess(
      ['explore', '-', '--restarts', '1', '--invariant', 'restarts-never', 'slots-respected'],
      { stdin: manifests },
    );
    expect(code).toBe(2);
    expect([stdout, stderr]).toEqual([
      '',
      expect.stringContaining('--invariant restarts-never: there is none'),
    ]);
    const violated = await runInProcess(['explore', '-', '--fault', hungPull], { stdin: manifests });
    expect(violated.code).toBe(4);
    expect(violated.stderr).toMatch(/windlass: violated: slots-are-given-back\n$/);
    expect(violated.stdout).toMatch(/^1 of \d+ invariants VIOLATED. Some orders of 2 pods/);
    expect(violated.stdout).toContain('what would have come after the first violation (--keep-going)');
  });

  it('writes the same as JSON', async () => {
    const { code, stdout } = await runInProcess(
      [
        'explore',
        '-',
        '--fault',
        hungPull,
        '--late',
        '2ms',
        '--keep-going',
        '-o',
        'json',
        '--max-states',
        '50',
      ],
      { stdin: manifests },
    );
    expect(code).toBe(4);
    const report = checkedDocument(stdout, 'ExplorationReport') as {
      readonly counterexamples: readonly { readonly invariant: string }[];
      readonly late: number;
      readonly whole: boolean;
    };
    expect(report.counterexamples.map(({ invariant }) => invariant)).toContain('pods-that-can-run-run');
    expect([report.late, report.whole]).toEqual([2, false]);
  });

  it('refuses what cannot be taken back', async () => {
    const { code, stderr } = await runInProcess(['explore', '-', '--delete-pods', 'a=1m'], {
      stdin: manifests,
    });
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('this cannot be explored: its pods are deleted'),
    ]);
  });

  it('shows what is known when it is interrupted, and ends with 130', async () => {
    let now = 0;
    const { code, stdout, stderr } = await runInProcess(
      ['explore', '-', '--late', '50ms', '--restarts', '2', '-q'],
      { stdin: manifests, nowMs: () => (now += 100), untilStopped: async () => {} },
    );
    expect(code).toBe(130);
    expect(stdout).toContain('So far all');
    expect(stdout).toContain('what would have come after the interruption');
    expect(stderr).toBe('windlass: warning: interrupted: this is what was known by then\n');
  });
});

describe('windlass run --replay', () => {
  const file = join(folder, 'found.json');

  it('makes the very run that broke a rule, with any output, and no secret is in the file', async () => {
    const found = await runInProcess(
      ['explore', '-', '--fault', hungPull, '--faults', '1', '--late', '1ms', '--out', file],
      { stdin: manifests },
    );
    expect(found.code).toBe(4);
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
    const [, message] = /At [^:]*: (.*)\n/.exec(found.stdout) ?? [];
    const trace = await runInProcess(['run', '--replay', file, '-o', 'trace']);
    const again = await runInProcess(['run', '--replay', file, '-o', 'trace']);
    expect([trace.code, trace.stdout]).toEqual([0, again.stdout]);
    expect(trace.stderr).toContain(`slots-are-given-back: ${message}`);
    const events = await runInProcess(['run', '--replay', file, '-o', 'events', '-q']);
    expect(events.stdout).toContain('Pulling image "sim.local/a:1"');
    const summary = await runInProcess(['run', '--replay', file, '-o', 'summary', '-q']);
    expect(summary.stdout).toContain('1 of 2 pods was not running');
  });

  it('takes no inputs and settings beside the file, and no other file', async () => {
    const beside = await runInProcess(['run', 'x.yaml', '--replay', file]);
    expect([beside.code, beside.stderr]).toEqual([2, expect.stringContaining('give no others')]);
    const other = join(folder, 'other.json');
    writeFileSync(other, '{"kind":"Other"}');
    const wrong = await runInProcess(['run', '--replay', other]);
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('not a counterexample')]);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileInProgress } from '../../../src/cli/files/file-in-progress.ts';
import { simulateWithSteps } from '../../../src/cli/run/simulate-with-steps.ts';
import type { Terminal } from '../../../src/cli/terminal.ts';
import { appYaml } from '../../simulation/pod-yaml.ts';
import { inputOf } from '../../simulation/run-yaml.ts';

const input = inputOf(appYaml('web', 'shop/web:1'));
const folder = () => mkdtempSync(join(tmpdir(), 'windlass-file-'));

function terminal(cwd: string, write: (text: string) => void = () => {}): Terminal {
  return { cwd, env: {}, stdin: (async function* () {})(), stdout: { write }, stderr: { write } } as unknown as Terminal;
}

it('a file that is written piece by piece appears when it is complete', () => {
  const cwd = folder();
  const file = new FileInProgress(cwd, 'a.txt');
  file.write('one, ');
  file.write('zwei, größer');
  expect(readdirSync(cwd)).toEqual(['a.txt.partial']);
  file.finish();
  file.drop();
  expect([readdirSync(cwd), readFileSync(join(cwd, 'a.txt'), 'utf8')]).toEqual([['a.txt'], 'one, zwei, größer']);
});

it('a file that is dropped leaves nothing', () => {
  const cwd = folder();
  const file = new FileInProgress(cwd, 'a.txt');
  file.write('one');
  file.drop();
  expect(readdirSync(cwd)).toEqual([]);
});

it('a file whose folder goes away is an error that names it', () => {
  const cwd = folder();
  const file = new FileInProgress(cwd, 'a.txt');
  rmSync(cwd, { recursive: true });
  expect(() => file.finish()).toThrow(`a.txt cannot be written: there is no folder ${cwd}`);
});

const unpaused = { isDue: () => false, goesOn: async () => true };

it('a run that fails leaves no file, and tells its own error', async () => {
  const cwd = folder();
  const astray = { ...input, pods: input.pods.map((pod) => ({ ...pod, nodeName: 'node-9' })) };
  await expect(simulateWithSteps(astray, {}, unpaused, 'a.ndjson', terminal(cwd))).rejects.toThrow('the simulation stopped (input, seed ');
  expect(readdirSync(cwd)).toEqual([]);
});

it('an output that fails is told as such, not as an actor’s failure', async () => {
  const full = () => {
    throw new Error('no space left');
  };
  await expect(simulateWithSteps(input, {}, unpaused, undefined, terminal('.', full))).rejects.toThrow(/^no space left$/);
});

it('a trace is written in pieces, while the run goes on', async () => {
  const pieces: string[] = [];
  let noted = 0;
  let notedAtFirst = 0;
  const { records } = await simulateWithSteps(
    input,
    { onProgress: () => noted++ },
    unpaused,
    undefined,
    terminal('.', (text) => {
      if (pieces.length === 0) notedAtFirst = noted;
      pieces.push(text);
    }),
  );
  expect(pieces.length).toBeGreaterThan(2);
  expect(notedAtFirst).toBeLessThan(records.length);
  expect(pieces.join('').endsWith(`"steps":${records.at(-1)?.type === 'end' ? (records.at(-1) as { steps: number }).steps : ''}}\n`)).toBe(
    true,
  );
});

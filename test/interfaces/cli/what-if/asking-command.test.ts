import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import { podYaml, stream } from '../../../inputs/reading.ts';
import { runInProcess } from '../run-in-process.ts';

// What holds for every command that asks a question, whichever it is.
const folder = mkdtempSync(join(tmpdir(), 'windlass-asking-'));
const pod = (name: string) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:1 }] }`);
beforeAll(() => writeFileSync(join(folder, 'in.yaml'), stream(pod('web'), pod('db'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Ctrl-C comes at that look at the clock, of which there is one in each pause. */
function stoppedAt(look: number) {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let looks = 0;
  const nowMs = () => {
    if (++looks === look) stop();
    return looks * 60;
  };
  return { nowMs, untilStopped: () => stopped };
}

test.each<[line: string, told: RegExp]>([
  ['compare in.yaml --b link=1Gbit/s --seeds 3000', /^\d+ of 3000 seeds$/],
  ['sweep in.yaml --vary link=1Gbit/s --seeds 3000', /^\d+ of 3000 runs$/],
  ["recommend in.yaml --target 'failed pulls > 5' --vary registryPullQPS=1..200", /^\d+ settings? tried$/],
  ['worst in.yaml --budget 3000', /^\d+ of 3000 runs$/],
])('%s, when it is interrupted, prints what is known and says how much that is', async (line, told) => {
  const { code, stdout, stderr } = await runInProcess(splitWords(line), { cwd: folder, ...stoppedAt(60) });
  expect([code, stdout === ''], stderr).toEqual([130, false]);
  const [, words = ''] = /^windlass: warning: interrupted: (.*)$/m.exec(stderr) ?? [];
  expect(words).toMatch(told);
});

test.each([
  'compare in.yaml --b link=1Gbit/s --seeds 3000',
  'sweep in.yaml --vary link=1Gbit/s --seeds 3000',
  'upgrade in.yaml --from 1.31 --to 1.36',
  'explain in.yaml',
  'explain in.yaml --broken acme/web:1 --fixed-at 5m',
  'worst in.yaml',
])('%s, when it is interrupted at once, has no answer', async (line) => {
  const { code, stdout, stderr } = await runInProcess(splitWords(line), { cwd: folder, ...stoppedAt(1) });
  expect([code, stdout], stderr).toEqual([130, '']);
  expect(stderr).toMatch(/^windlass: interrupted before/m);
});

test.each([
  ["recommend in.yaml --target 'all running after <= 60s' --vary maxParallelImagePulls=1 --seeds 2"],
  ['explain in.yaml'],
  ['upgrade in.yaml --from 1.31 --to 1.36 --seeds 1'],
  ['lint in.yaml --set maxParallelImagePulls=5 --fail-on never'],
])('%s writes a file that no screen shapes', async (line) => {
  const written = async (columns: number) => {
    await runInProcess([...splitWords(line), '--out', 'out.txt'], {
      cwd: folder,
      isTTY: true,
      columns,
      env: { COLUMNS: '70' },
    });
    return readFileSync(join(folder, 'out.txt'), 'utf8');
  };
  const narrow = await written(60);
  expect(narrow).toBe(await written(150));
  const shown = await runInProcess(splitWords(line), { cwd: folder, env: { COLUMNS: '70' } });
  expect(narrow).toBe(shown.stdout);
});

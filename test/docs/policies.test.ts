import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../src/answers/what-if/runs/run-here.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import { durationText } from '../../src/reports/text/quantity-text.ts';
import { root } from '../tidy/sources.ts';

const document = readFileSync(join(root, 'docs/policies.md'), 'utf8');
const file = 'examples/same-image-many-pods/manifests.yaml';
const set = ['serializeImagePulls=false', 'maxParallelImagePulls=3'];

async function figures(policy: string) {
  const read = readInput([{ name: file, text: readFileSync(join(root, file), 'utf8') }], { policy, set });
  if (!read.ok) throw new Error('refused');
  let [calls, slowest] = [0, 0];
  for (const seed of [1, 2, 3, 4, 5]) {
    const { summary } = (await runHere().run({ ...read.input, seed })) ?? {};
    calls += (summary?.pulls.calls ?? 0) / 5;
    slowest += (summary?.timeToRunningMs?.max ?? 0) / 5;
  }
  return { calls, slowest };
}

test('the table of what a policy saves has the figures of the example as it is now', async () => {
  const [before, after] = [await figures('none'), await figures('coalesce')];
  const [, parallel = ''] = document.split('**Three pulls at once**');
  const row = parallel.split('\n').find((line) => line.startsWith('| same-image-many-pods |'));
  const [, , pulls, , slowest] = row?.split('|').map((cell) => cell.trim()) ?? [];
  expect(pulls).toBe(`${before.calls} → ${after.calls}`);
  expect(slowest).toBe(`${durationText(before.slowest)} → ${durationText(after.slowest)}`);
});

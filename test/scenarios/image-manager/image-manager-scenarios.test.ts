import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatScenario, parseScenario } from '../run-scenario.ts';
import { runImageManagerScenario } from './run-image-manager-scenario.ts';
import { verbs } from './verbs/verbs.ts';

// `WINDLASS_UPDATE=1` (npm run update) rewrites the outputs; the difference is for a person to read.

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

it.each(files)('the image manager does what %s says', (name) => {
  const path = join(folder, name);
  const scenario = parseScenario(readFileSync(path, 'utf8'));
  const blocks = runImageManagerScenario(scenario);
  if (process.env.WINDLASS_UPDATE === '1') writeFileSync(path, formatScenario({ ...scenario, blocks }));
  else expect(blocks).toEqual(scenario.blocks);
});

it('every verb is used in a scenario file', () => {
  const blocks = files.flatMap((name) => parseScenario(readFileSync(join(folder, name), 'utf8')).blocks);
  const usedVerbs = blocks.flatMap(({ command }) => command.split('\n').map((line) => line.split(' ')[0]));
  expect([...new Set(usedVerbs)].sort()).toEqual(Object.keys(verbs).sort());
});

it('an unknown verb or setting is refused with the list of those that there are', () => {
  const scenario = { title: '', input: 'release: "1.36"', blocks: [{ command: 'restart web', output: '' }] };
  expect(() => runImageManagerScenario(scenario)).toThrow(/no command restart; there are: need POD/);
  const misspelt = { ...scenario, input: 'maxParallelPulls: 2' };
  expect(() => runImageManagerScenario(misspelt)).toThrow(/no setting maxParallelPulls; there are: release,/);
});

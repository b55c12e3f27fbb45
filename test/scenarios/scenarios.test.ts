import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import { checkInvariants } from '../../src/run/invariants/check-invariants.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import { formatScenario, outputOf, parseScenario, type ScenarioFile } from './run-scenario.ts';

// `WINDLASS_UPDATE=1` (npm run update) rewrites the outputs; the difference is for a person to read.

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

describe.each(files)('%s', (name) => {
  const path = join(folder, name);
  const scenario = parseScenario(readFileSync(path, 'utf8'));

  it('prints what the file says', async () => {
    const outputs = await outputsOf(scenario);
    if (process.env.WINDLASS_UPDATE === '1')
      writeFileSync(path, formatScenario({ ...scenario, blocks: outputs }));
    else expect(outputs).toEqual(scenario.blocks);
  });

  it('keeps every invariant', () => {
    const read = readInput([{ name: '-', text: scenario.input }], {});
    if (!read.ok) throw new Error(read.errors.map(formatInputError).join('\n'));
    expect(checkInvariants(simulate(read.input).records)).toEqual([]);
  });
});

async function outputsOf(scenario: ScenarioFile): Promise<ScenarioFile['blocks']> {
  const blocks = [];
  for (const block of scenario.blocks)
    blocks.push({ command: block.command, output: await outputOf(scenario, block) });
  return blocks;
}

it('finds the scenario files, and each says something', () => {
  expect(files.length).toBeGreaterThanOrEqual(12);
  for (const name of files)
    expect(parseScenario(readFileSync(join(folder, name), 'utf8')).blocks.length).toBeGreaterThan(0);
});

import { expect, test } from 'vitest';
import { v1_36 } from '../../src/rules/kubelet/profiles/profiles.ts';
import { type FoundFault, faultsTable, huntFaults } from './hunt-faults.ts';
import { mutationsOf } from './mutations.mjs';
import { subtleFaults } from './subtle-faults.mjs';

const seeds = Number(process.env.WINDLASS_FAULT_SEEDS ?? 0);
const faults = [...Object.keys(subtleFaults), ...mutationsOf(v1_36.release)];

if (seeds === 0) {
  // The whole table, of ten seeds: `npm run mutants -- --faults`.
  test('a session of windlass test finds every fault of test/sut within its own budget', async () => {
    const { found, disagreeing } = await huntFaults(faults, v1_36, 4);
    expect(disagreeing).toEqual([]);
    expect(found.filter(({ script }) => script === undefined).map(({ fault }) => fault)).toEqual([]);
  }, 60_000);
} else {
  test('table of subtle faults', async () => {
    const found: FoundFault[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) found.push(...(await huntFaults(faults, v1_36, seed)).found);
    process.stdout.write(`${faultsTable(found, seeds)}\n`);
    expect(found.filter(({ script }) => script === undefined)).toEqual([]);
  }, 600_000);
}

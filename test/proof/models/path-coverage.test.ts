import { describe, expect, test } from 'vitest';
import { pathCoverage } from '../../../src/interfaces/cli/commands/coverage-command.ts';
import { coverageCounts } from '../../../src/proof/models/coverage/coverage-counts.ts';
import { scriptedPullModel } from '../../../src/proof/models/runtime/scripted-pull-model.ts';
import { diskModel } from '../../../src/proof/models/world/disk-model.ts';

describe('the coverage of the paths of a model', () => {
  test('all transitions, and with them all states, by real actors', () => {
    const { machines, pathCount, stepCount } = pathCoverage(
      [diskModel, scriptedPullModel],
      'all-transitions',
    );
    expect(machines.map(({ machine }) => machine)).toEqual(['disk', 'scriptedPull']);
    const { states, transitions } = coverageCounts(machines);
    expect(states).toMatchObject({ covered: 6, all: 6 });
    expect(transitions.covered).toBe(transitions.all);
    expect(transitions.all).toBeGreaterThan(states.all);
    expect(pathCount).toBeGreaterThan(4);
    expect(stepCount).toBeGreaterThan(pathCount);
  });

  test('paths to all states leave transitions out, and the counts say so', () => {
    const { machines } = pathCoverage([diskModel], 'all-states');
    const { states, transitions } = coverageCounts(machines);
    expect(states).toEqual({ covered: 4, all: 4, unreachable: 0 });
    expect(transitions.covered).toBeLessThan(transitions.all);
  });
});

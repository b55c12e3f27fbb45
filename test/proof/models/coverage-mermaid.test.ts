import { describe, expect, test } from 'vitest';
import { allModels } from '../../../src/proof/models/all-models.ts';
import { createCoverage } from '../../../src/proof/models/coverage/coverage.ts';
import { coverageMermaid, coverageMermaids } from '../../../src/proof/models/coverage/coverage-mermaid.ts';
import { mermaidErrors } from './mermaid-errors.ts';
import { doorCoverage, gateCoverage } from './sample-coverage.ts';

const door = coverageMermaid(doorCoverage);

describe('the coverage as a Mermaid diagram', () => {
  test('draws states inside states, and where each begins', () => {
    expect(door).toContain(
      [
        '  state "shut" as state_door_shut {',
        '    state "locked" as state_door_shut_locked',
        '    state "closed" as state_door_shut_closed',
        '    [*] --> state_door_shut_closed',
        '  }',
        '  [*] --> state_door_shut',
      ].join('\n'),
    );
  });

  test('a covered transition is an arrow with its event and guard', () => {
    expect(door).toContain(
      '  state_door_shut_locked --> state_door_shut_closed : UNLOCK [and(hasKey, not(isStuck))]\n',
    );
  });

  test('a transition that is not covered goes through a red box, one listed as unreachable through a dashed one', () => {
    expect(door).toContain(
      [
        '  state "UNLOCK [else]" as transition_1',
        '  state_door_shut_locked --> transition_1',
        '  transition_1 --> state_door_shut_locked',
        '  class transition_1 uncovered',
      ].join('\n'),
    );
    expect(door).toContain('  class transition_3 unreachable\n');
    expect(door).toMatch(/classDef uncovered .*stroke:#cf222e/);
  });

  test('states that are not covered are red, those listed as unreachable dashed, others as they are', () => {
    expect(door.split('\n').filter((line) => line.startsWith('  class state_'))).toEqual([
      '  class state_door_end uncovered',
      '  class state_door_gone unreachable',
    ]);
  });

  test('what the root takes in any state leaves a state of that name', () => {
    expect(door).toContain('  any_state --> any_state : anything else\n');
    expect(coverageMermaid({ ...gateCoverage, transitions: [] })).not.toContain('any_state');
  });

  test('a legend says what the colours mean', () => {
    expect(door).toMatch(
      /state "Legend" as legend \{\n.*"covered".*\n.*"not covered".*\n.*"listed as unreachable".*\n {2}\}/,
    );
  });

  test('labels hold nothing that Mermaid would read as more than text', () => {
    expect(door).toContain(`state "OPEN, 'now', ‹at once›" as transition_2`);
  });

  // The grammar: mermaid's stateDiagram.jison (packages/mermaid/src/diagrams/state/parser), as far as
  // diagrams here use it.
  test('is a diagram by Mermaid’s grammar, for the sample and for every machine, reached or not', () => {
    expect(mermaidErrors(door)).toEqual([]);
    const nothing = createCoverage(allModels).result();
    expect(nothing.length).toBeGreaterThan(15);
    for (const coverage of nothing) {
      expect(mermaidErrors(coverageMermaid(coverage)), coverage.machine).toEqual([]);
      const all = {
        ...coverage,
        transitions: coverage.transitions.map((one) => ({ ...one, covered: true })),
      };
      expect(mermaidErrors(coverageMermaid(all)), coverage.machine).toEqual([]);
    }
  });

  test('the check of the grammar is not content with anything', () => {
    expect(mermaidErrors(door.replace('[else]', '[el"se]'))).not.toEqual([]);
    expect(mermaidErrors(door.replace(' : UNLOCK', ' : UN:LOCK'))).not.toEqual([]);
    expect(
      mermaidErrors(door.replace('class transition_1 uncovered', 'class transition_9 uncovered')),
    ).not.toEqual([]);
    expect(mermaidErrors(door.replace('  }\n', ''))).not.toEqual([]);
  });
});

describe('several machines', () => {
  test('are Markdown, with a diagram under each name; one is a diagram alone', () => {
    const both = coverageMermaids([doorCoverage, gateCoverage]);
    expect(both).toBe(
      `## door\n\n\`\`\`mermaid\n${door}\`\`\`\n\n## gate\n\n\`\`\`mermaid\n${coverageMermaid(gateCoverage)}\`\`\`\n`,
    );
    expect(coverageMermaids([doorCoverage])).toBe(door);
  });
});

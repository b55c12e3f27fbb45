import type { BrokenProperty } from './judge-trace.ts';
import { properties } from './properties/properties.ts';
import type { PropertyVerdict, ScriptResult } from './test-report.ts';

/** What the system's traces say about each property; a script without an answer says nothing. */
export function propertyVerdicts(results: readonly ScriptResult[]): readonly PropertyVerdict[] {
  const answered = results.filter(({ verdict }) => verdict.kind !== 'unanswered');
  return properties.map(({ name, says }) => {
    const breaking = answered.flatMap(({ script, broken }) => {
      const first = broken.find(({ property }) => property === name);
      return first === undefined ? [] : [{ script: script.name, violation: first.violation }];
    });
    const [first] = breaking;
    const excused = answered.filter(({ broken, excused: own }) => !breaks(broken, name) && breaks(own, name)).length;
    const held = answered.length - breaking.length - excused;
    return { name, says, held, violated: breaking.length, excused, ...(first === undefined ? {} : { first }) };
  });
}

function breaks(broken: readonly BrokenProperty[], name: string): boolean {
  return broken.some(({ property }) => property === name);
}

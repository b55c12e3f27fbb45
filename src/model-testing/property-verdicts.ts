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
    const held = answered.length - breaking.length;
    return { name, says, held, violated: breaking.length, ...(first === undefined ? {} : { first }) };
  });
}

import { describe, expect, test } from 'vitest';
import { fixedFiles, harmSources, runHarm } from '../../../src/answers/lint/harm.ts';
import { lint } from '../../../src/answers/lint/lint.ts';
import { lintRules } from '../../../src/answers/lint/lint-rules.ts';
import { withoutPauses } from '../../../src/run/simulation/simulate.ts';

describe.each(lintRules.map((rule) => ({ name: rule.id, rule })))('$name', ({ rule }) => {
  const { harm, id } = rule;

  test('finds fault with the input that shows its harm, and not with the fixed one', () => {
    const found = lint(harmSources(harm, harm.files), harm.request ?? {});
    expect(
      found.map((finding) => finding.rule),
      JSON.stringify(found),
    ).toContain(id);
    const after = lint(harmSources(harm, fixedFiles(harm)), harm.fixed.request ?? harm.request ?? {});
    if (harm.shows !== 'same') expect(after.map((finding) => finding.rule)).not.toContain(id);
  });

  test('the harm is there', async () => {
    const { asItIs, fixed } = await runHarm(harm, withoutPauses);
    if (harm.shows === undefined) expect(asItIs).toBeGreaterThan(fixed);
    else if (harm.shows === 'less') expect(asItIs).toBeLessThan(fixed);
    else expect(asItIs).toBe(fixed);
  });
});

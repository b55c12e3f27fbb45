import { describe, expect, it } from 'vitest';
import { containerd16, containerd24 } from '../../src/rules/runtime/profiles/runtime-profiles.ts';
import { modelRules } from '../../tools/validation/model-rules.ts';
import { ruleWorth } from '../../tools/validation/rule-worth.ts';
import { validateVariant } from '../../tools/validation/validate-variant.ts';
import { variantsOf } from '../../tools/validation/variants-of.ts';
import { recordedFile } from './recorded-file.ts';

const order = variantsOf(recordedFile('e1-order'));
const variants = ['c1-eq8-n1', 'c1-asc6-n3', 'c2-eq8-n3'].map((name) => order.get(`e1-order/${name}`) ?? []);
const held = variants.map((runs) => validateVariant(runs, { isQuick: true }));

function worthOf(name: string) {
  const rule = modelRules.find((known) => known.name === name);
  if (rule === undefined) throw new Error(`no rule ${name}`);
  return ruleWorth(rule, variants, held);
}

describe('a rule that is broken', () => {
  it('is noticed by the step that it is about, where a whole pull does not show it', () => {
    expect(worthOf('a slot is handed over')).toMatchObject({
      variants: [],
      steps: ['1.6.20 last byte of a layer to GET of the next, beside an unpacking'],
    });
  });

  it('is noticed by the variants that differ without it', () => {
    expect(worthOf('whose download slots').variants).toEqual(['e1-order/c2-eq8-n3']);
  });

  it('is noticed by nobody where nobody saw what it is about', () => {
    expect(worthOf('the timeout of progress')).toMatchObject({ variants: [], steps: [] });
  });
});

it('every rule is broken in a profile that has it', () => {
  for (const { name, change } of modelRules) {
    const changed = [containerd16, containerd24].map((profile) => ({ was: profile, is: change(profile) }));
    expect(
      changed.some(
        ({ was, is }) =>
          JSON.stringify(was) !== JSON.stringify(is) || was.requestsMax(429) !== is.requestsMax(429),
      ),
      name,
    ).toBe(true);
  }
});

import { compareSteps } from './compare-steps.ts';
import type { ModelRule } from './model-rules.ts';
import type { RecordedRun } from './recorded-run.ts';
import { type VariantVerdict, validateVariant } from './validate-variant.ts';

/** Who notices that a rule of the model is broken. */
export interface RuleWorth {
  readonly rule: ModelRule;
  /** Variants that agree with the rule and differ without it. */
  readonly variants: readonly string[];
  /** Medians of steps that do (`last byte of a layer to GET of the next`), each with its runtime. */
  readonly steps: readonly string[];
}

/**
 * Returns who notices that a rule is broken, among these variants; `held`: what they come to with the rule,
 * as quickly.
 */
export function ruleWorth(
  rule: ModelRule,
  variants: readonly (readonly RecordedRun[])[],
  held: readonly VariantVerdict[],
): RuleWorth {
  const broken = variants.map((runs) => validateVariant(runs, { change: rule.change, isQuick: true }));
  const differing = new Set(held.filter(differs).map(({ name }) => name));
  return {
    rule,
    variants: broken
      .filter((verdict) => differs(verdict) && !differing.has(verdict.name))
      .map(({ name }) => name),
    steps: stepsThatDiffer(broken).filter((step) => !stepsThatDiffer(held).includes(step)),
  };
}

function differs({ failure, misses }: VariantVerdict): boolean {
  return failure !== undefined || misses.some(({ known }) => known === undefined);
}

function stepsThatDiffer(verdicts: readonly VariantVerdict[]): readonly string[] {
  const compared = compareSteps(verdicts.flatMap(({ steps }) => steps));
  return compared.filter(({ agrees }) => !agrees).map(({ runtime, step }) => `${runtime} ${step}`);
}

import type { z } from 'zod';
import { parseDuration } from './duration.ts';
import { durationShape, positiveDurationShape } from './quantity-shapes.ts';

/** When a fault lasts, in the user's words; every kind has these. */
export const faultWindow = {
  from: durationShape.optional().describe('When it begins, from the start of the run (default 0s)'),
  until: durationShape.optional().describe('When it ends; without until and for it lasts to the end of the run'),
  for: positiveDurationShape.optional().describe('How long it lasts, instead of until'),
};

type WindowDocument = Partial<Record<'from' | 'until' | 'for' | 'at', string | undefined>>;

/** Complains of a window that says one thing twice, or ends before it begins. */
export function checkWindow({ value, issues }: { readonly value: WindowDocument; readonly issues: z.core.$ZodRawIssue[] }): void {
  const complain = (field: keyof WindowDocument, message: string) =>
    issues.push({ code: 'custom', input: value[field], path: [field], message });
  const begin = value.at ?? value.from ?? '0s';
  if (value.at !== undefined && value.from !== undefined) complain('at', 'left out, as from says the same');
  if (value.until === undefined) return;
  if (value.for !== undefined) complain('for', 'left out, as until says the same');
  // Where one of them is no duration the shape has said so.
  if ((parseDuration(value.until) ?? Number.NaN) <= (parseDuration(begin) ?? Number.NaN)) complain('until', `a time after from (${begin})`);
}

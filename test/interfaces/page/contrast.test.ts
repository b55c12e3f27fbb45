import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../tidy/sources.ts';

// WCAG 2.2, success criterion 1.4.3: text stands out by at least 4.5 to 1.
const contrastMin = 4.5;
const text = ['ink', 'dim', 'accent', 'lit-line', 'good', 'bad'];
const base = readFileSync(join(root, 'src/interfaces/page/style/base.css'), 'utf8');

/** The colours of base.css in one scheme, by name. */
function coloursIn(scheme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const declarations = base.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return new Map(
    [...declarations].map(([, name = '', light = '', dark = '']) => [
      name,
      scheme === 'light' ? light : dark,
    ]),
  );
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  const colours = coloursIn(scheme);
  test.each(text)('%s can be read on the page, on a panel, and where something is lit', (name) => {
    for (const behind of ['background', 'panel', ...(name === 'ink' ? ['lit'] : [])])
      expect(contrast(colours.get(name) ?? '', colours.get(behind) ?? ''), behind).toBeGreaterThanOrEqual(
        contrastMin,
      );
  });
});

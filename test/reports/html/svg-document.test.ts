import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { SvgDocument, type SvgElement, svgMarkup } from '../../../src/reports/html/svg-document.ts';

const steps = [
  { at: 0, value: 1, name: 'a & <b>' },
  { at: 3, value: 4, name: '"c"' },
  { at: 9, value: 2, name: 'd' },
];

const plots: readonly (readonly [string, Plot.PlotOptions])[] = [
  [
    'bars',
    { marks: [Plot.barX(steps, { x: 'value', y: 'name', fill: 'name', title: 'name' }), Plot.ruleX([0])] },
  ],
  [
    'a histogram',
    { marks: [Plot.rectY([1, 2, 2, 5], Plot.binX({ y: 'count' }, { x: (value: number) => value }))] },
  ],
  [
    'steps',
    {
      y: { grid: true },
      marks: [
        Plot.areaY(steps, { x: 'at', y: 'value', curve: 'step-after' }),
        Plot.lineY(steps, { x: 'at', y: 'value' }),
      ],
    },
  ],
  [
    'texts',
    {
      ariaLabel: 'a "chart"',
      ariaDescription: '<says>',
      marks: [Plot.text(steps, { x: 'at', y: 'value', text: 'name' })],
    },
  ],
];

/** An independent reading of what was drawn: a whole document, of which this is the part that Plot needs. */
test.each(plots)('Plot draws %s in it as in a whole document', (_, options) => {
  const { document } = parseHTML('<!doctype html><html></html>');
  const whole = Plot.plot({ document: document as never, className: 'chart', ...options });
  whole.querySelector('style')?.remove();
  const own = Plot.plot({
    document: new SvgDocument() as never,
    className: 'chart',
    ...options,
  }) as unknown as SvgElement;
  const read = parseHTML(
    `<!doctype html><html><body>${svgMarkup(own.plain()).text}</body></html>`,
  ).document.querySelector('svg');
  expect(shapeOf(read as unknown as Element | null)).toEqual(shapeOf(whole as unknown as Element));
});

interface Element {
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly childNodes: Iterable<Element & { readonly nodeType: number; readonly textContent: string }>;
}

function shapeOf(element: Element | null): unknown {
  if (element === null) return null;
  return {
    name: element.localName,
    attributes: Object.fromEntries(
      [...element.attributes].flatMap(({ name, value }) =>
        element.localName === 'g' && name === 'aria-label' ? [] : [[name, value]],
      ),
    ),
    // A reader makes several nodes of a text with entities.
    text: [...element.childNodes]
      .flatMap((child) => (child.nodeType === 3 ? [child.textContent] : []))
      .join(''),
    children: [...element.childNodes].filter((child) => child.nodeType === 1).map(shapeOf),
  };
}

test('an element is put before another, or at the end; a text takes the place of what was in it', () => {
  const document = new SvgDocument();
  const [group, first, second] = ['g', 'a', 'b'].map((name) =>
    document.createElementNS('http://www.w3.org/2000/svg', name),
  );
  group?.appendChild(second as SvgElement);
  group?.insertBefore(first as SvgElement, second as SvgElement);
  group?.setAttribute('title', '<"&\'>');
  expect(group && svgMarkup(group.plain()).text).toBe('<g title="&lt;&quot;&amp;&#39;&gt;"><a/><b/></g>');
  if (group !== undefined) group.textContent = '<i>';
  expect(group && svgMarkup(group.plain()).text).toContain('>&lt;i&gt;</g>');
});

import { h, type VNode } from 'preact';
import type { SvgNode } from '../../report/html/svg-document.ts';

/** What Observable Plot draws with. Nothing else is drawn, whatever a drawing says. */
const names = new Set(['svg', 'g', 'path', 'rect', 'line', 'circle', 'text', 'tspan', 'title', 'polyline']);
const attributes =
  /^(?:aria-[a-z]+|class|role|width|height|viewBox|d|[xyr]|[xyrcd]{1,2}[12]?|transform|(?:fill|stroke|font|text|paint)(?:-[a-z]+)*|opacity|dominant-baseline)$/;

/** A drawing of the worker, element by element, so that no text in it becomes markup. */
export function Drawing({ node }: { readonly node: SvgNode }): VNode | null {
  if (!names.has(node.name)) return null;
  const kept = Object.entries(node.attributes).filter(([name]) => attributes.test(name));
  return h(
    node.name,
    Object.fromEntries(kept),
    node.text,
    node.children.map((child, index) => <Drawing key={index} node={child} />),
  );
}

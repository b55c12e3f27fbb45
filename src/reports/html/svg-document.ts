import { escaped, Markup } from './markup.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * The part of a document that Observable Plot needs for drawing: elements that are made, get attributes and
 * children, and then become text. A browser's worker has no document, and a complete one would be larger than
 * the charts justify.
 */
export class SvgDocument {
  readonly documentElement: SvgElement;

  constructor() {
    this.documentElement = this.createElementNS(svgNamespace, 'svg');
  }

  createElementNS(namespace: string, name: string): SvgElement {
    return new SvgElement(this, namespace, name);
  }
}

/** An element while it is drawn. */
export class SvgElement {
  readonly ownerDocument: SvgDocument;
  readonly namespaceURI: string;
  readonly tagName: string;
  readonly childNodes: SvgElement[] = [];
  readonly #attributes = new Map<string, string>();
  #text = '';

  constructor(document: SvgDocument, namespace: string, name: string) {
    this.ownerDocument = document;
    this.namespaceURI = namespace;
    this.tagName = name;
  }

  set textContent(text: unknown) {
    this.childNodes.length = 0;
    this.#text = String(text ?? '');
  }

  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value));
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  appendChild(child: SvgElement): SvgElement {
    this.childNodes.push(child);
    return child;
  }

  /** Without a reference element, the child is added at the end. */
  insertBefore(child: SvgElement, before: SvgElement | null): SvgElement {
    const place = before === null ? -1 : this.childNodes.indexOf(before);
    if (place < 0) return this.appendChild(child);
    this.childNodes.splice(place, 0, child);
    return child;
  }

  /**
   * Returns the element as plain data, without style sheets: the page has one, and its content security
   * policy allows no other. Groups get no labels, because they have no role that could have one; the whole
   * picture has a label.
   */
  plain(): SvgNode {
    const kept = [...this.#attributes].filter(([name]) => this.tagName !== 'g' || name !== 'aria-label');
    const children = this.childNodes
      .filter(({ tagName }) => tagName !== 'style')
      .map((child) => child.plain());
    return { name: this.tagName, attributes: Object.fromEntries(kept), text: this.#text, children };
  }
}

/** An element of a drawing. Its text comes before its children. */
export interface SvgNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly SvgNode[];
}

/** Returns the drawing as SVG. */
export function svgMarkup(node: SvgNode): Markup {
  return new Markup(written(node));
}

function written({ name, attributes, text, children }: SvgNode): string {
  const given = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const inside = escaped(text) + children.map(written).join('');
  return inside === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${inside}</${name}>`;
}

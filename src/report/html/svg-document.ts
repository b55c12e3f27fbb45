import { escaped, Markup } from './markup.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * As much of a document as Observable Plot draws in: elements that are made, given attributes, put in order, and then
 * written as text. A browser's worker has no document, and a whole one there would be larger than the charts are worth.
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

  /** Before nothing: at the end. */
  insertBefore(child: SvgElement, before: SvgElement | null): SvgElement {
    const place = before === null ? -1 : this.childNodes.indexOf(before);
    if (place < 0) return this.appendChild(child);
    this.childNodes.splice(place, 0, child);
    return child;
  }

  /**
   * As text, without style sheets: the page has one, and its content security policy allows no other. Groups have no
   * labels: they have no role that could bear one, and the whole is one picture with a label of its own.
   */
  markup(): Markup {
    return new Markup(this.#written());
  }

  #written(): string {
    if (this.tagName === 'style') return '';
    const kept = [...this.#attributes].filter(([name]) => this.tagName !== 'g' || name !== 'aria-label');
    const attributes = kept.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    const inside = escaped(this.#text) + this.childNodes.map((child) => child.#written()).join('');
    return inside === '' ? `<${this.tagName}${attributes}/>` : `<${this.tagName}${attributes}>${inside}</${this.tagName}>`;
  }
}

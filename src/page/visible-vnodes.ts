import { options, type VNode } from 'preact';
import { visibleLines } from '../report/text/visible-text.ts';

/** What of an element is read, by eye or aloud, besides its text. A field's value is none: it is what is worked with. */
const spoken = ['title', 'aria-label', 'placeholder', 'alt'] as const;

/**
 * From now on every text that is drawn has what could ring, colour, hide itself or turn what follows spelled out, wherever it
 * comes from. To be called once by each page, before it draws.
 */
export function makeTextVisible(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    spell(vnode);
    before?.(vnode);
  };
}

/** Preact makes a node without a type of each text; its properties are the text. */
function spell(vnode: VNode): void {
  const { type, props } = vnode as { readonly type: unknown; readonly props: unknown };
  if (type === null && typeof props === 'string') vnode.props = visibleLines(props) as unknown as VNode['props'];
  if (typeof type !== 'string') return;
  const attributes = props as Readonly<Record<string, unknown>>;
  for (const name of spoken) {
    const value = attributes[name];
    if (typeof value !== 'string') continue;
    const visible = visibleLines(value);
    if (visible !== value) vnode.props = { ...vnode.props, [name]: visible } as VNode['props'];
  }
}

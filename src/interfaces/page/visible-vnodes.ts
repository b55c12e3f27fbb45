import { options, type VNode } from 'preact';
import { visibleLines } from '../../reports/text/visible-text.ts';

/**
 * The attributes of an element that are read, by eye or aloud, besides its text. A field's value is not among
 * them, because a person edits it.
 */
const spoken = ['title', 'aria-label', 'placeholder', 'alt'] as const;

/**
 * From now on, every text that is drawn has control characters and the like spelled out, wherever it comes
 * from: those could hide text or reverse it. To be called once by each page, before it draws.
 */
export function makeTextVisible(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    spell(vnode);
    before?.(vnode);
  };
}

/** Preact makes a node without a type for each text; its properties are the text. */
function spell(vnode: VNode): void {
  const { type, props } = vnode as { readonly type: unknown; readonly props: unknown };
  if (type === null && typeof props === 'string')
    vnode.props = visibleLines(props) as unknown as VNode['props'];
  if (typeof type !== 'string') return;
  const attributes = props as Readonly<Record<string, unknown>>;
  for (const name of spoken) {
    const value = attributes[name];
    if (typeof value !== 'string') continue;
    const visible = visibleLines(value);
    if (visible !== value) vnode.props = { ...vnode.props, [name]: visible } as VNode['props'];
  }
}

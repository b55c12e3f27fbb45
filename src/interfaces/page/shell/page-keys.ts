/** The effect of a key anywhere on the page. */
export type PageKey =
  | 'play'
  | 'stepBack'
  | 'stepOn'
  | 'begin'
  | 'end'
  | 'zoomIn'
  | 'zoomOut'
  | 'left'
  | 'right'
  | 'rangeLeft'
  | 'rangeRight'
  | 'fit'
  | 'search'
  | 'view'
  | 'details'
  | 'ask'
  | 'large'
  | 'side'
  | 'escape'
  | 'help';

const meanings: Readonly<Record<string, PageKey>> = {
  ' ': 'play',
  ',': 'stepBack',
  '.': 'stepOn',
  Home: 'begin',
  End: 'end',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  w: 'zoomIn',
  s: 'zoomOut',
  a: 'left',
  d: 'right',
  f: 'fit',
  '/': 'search',
  t: 'view',
  i: 'details',
  q: 'ask',
  l: 'large',
  b: 'side',
  Escape: 'escape',
  '?': 'help',
};

/**
 * Returns the effect of a key at the place of the focus; undefined if the page has none. Fields keep their
 * letters, and buttons their space bar.
 */
export function pageKey(event: KeyboardEvent): PageKey | undefined {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented)
    return 'search';
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  if (target?.closest('dialog') !== null && target !== undefined) return undefined;
  const isField =
    target?.matches(
      'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]',
    ) === true;
  if (isField) return event.key === 'Escape' ? 'escape' : undefined;
  if (event.shiftKey && event.key === 'ArrowLeft') return 'rangeLeft';
  if (event.shiftKey && event.key === 'ArrowRight') return 'rangeRight';
  const isPressed =
    target?.matches('button, a, summary, input, [role=tab], [role=slider], [role=separator]') === true;
  if (isPressed && (event.key === ' ' || event.key === 'Home' || event.key === 'End')) return undefined;
  return meanings[event.key];
}

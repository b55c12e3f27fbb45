/** What can take the focus in place of an element that is gone. */
const landings =
  'main, header, section, dialog, fieldset, table, [role=group], [role=region], [role=treegrid], [role=tabpanel], .shell-menu-panel';

/**
 * Keeps the keyboard in its place: if the focused element is removed or disabled, the nearest element around
 * it takes the focus, and Tab continues from there. Returns a function that ends this.
 */
export function keepFocus(document: Document): () => void {
  let around: readonly Element[] = [];
  const onFocusIn = (event: FocusEvent): void => {
    around = ancestorsOf(event.target);
  };
  const look = (): void => {
    const [last] = around;
    const { activeElement, body } = document;
    if (
      last === undefined ||
      !isGone(last) ||
      (activeElement !== last && activeElement !== null && activeElement !== body)
    )
      return;
    const landing = around.find(
      (element) => element !== last && element.isConnected && element.matches(landings),
    );
    around = [];
    if (!(landing instanceof HTMLElement)) return;
    if (!landing.hasAttribute('tabindex')) landing.tabIndex = -1;
    landing.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', onFocusIn);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
  };
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled');
}

/** Returns the element and everything around it, from the inside out. */
function ancestorsOf(target: EventTarget | null): Element[] {
  const found: Element[] = [];
  for (
    let element = target instanceof Element ? target : null;
    element !== null;
    element = element.parentElement
  )
    found.push(element);
  return found;
}

import { useEffect, useState } from 'preact/hooks';

/** Returns a number that changes whenever the page's colours or the device's pixels do. */
export function useTheme(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const changed = (): void => setTurn((before) => before + 1);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    dark.addEventListener('change', changed);
    density.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', changed);
      density.removeEventListener('change', changed);
    };
  }, []);
  return turn;
}

/**
 * Returns whether the page is being printed, and marks it (`data-printing`) for its styles. Paper does not
 * scroll, so all rows are drawn, in the width of a sheet and in colours for white paper.
 */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const print = matchMedia('print');
    const page = document.documentElement;
    let theme: string | undefined;
    const mark = (is: boolean): void => {
      if (page.hasAttribute('data-printing') === is) return;
      page.toggleAttribute('data-printing', is);
      const before = page.dataset.theme;
      if (is) page.dataset.theme = 'light';
      else if (theme === undefined) delete page.dataset.theme;
      else page.dataset.theme = theme;
      theme = before;
      setPrinting(is);
    };
    const begin = (): void => mark(true);
    const end = (): void => mark(false);
    const changed = (): void => mark(print.matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    print.addEventListener('change', changed);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      print.removeEventListener('change', changed);
      end();
    };
  }, []);
  return isPrinting;
}

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

import { useEffect, useRef } from 'preact/hooks';
import { type PageKey, pageKey } from './page-keys.ts';

/** Obeys the keys of the whole page; without a run only those that need none. */
export function usePageKeys(hasRun: boolean, obey: (key: PageKey) => void): void {
  const latest = useRef({ hasRun, obey });
  latest.current = { hasRun, obey };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = pageKey(event);
      if (key === undefined || (!latest.current.hasRun && key !== 'help' && key !== 'escape')) return;
      event.preventDefault();
      latest.current.obey(key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

import { useState } from 'preact/hooks';
import { keep, kept } from './kept.ts';

/**
 * Returns a number that is stored for later visits once it was chosen, `otherwise` until then, and a function
 * that changes it.
 */
export function useKeptNumber<Otherwise extends number | undefined>(
  key: string,
  otherwise: Otherwise,
  least: number,
  most: number,
): [number | Otherwise, (value: number | Otherwise) => void] {
  const [value, setValue] = useState<number | Otherwise>(() => {
    const before = Number(kept(key) ?? Number.NaN);
    return before >= least && before <= most ? before : otherwise;
  });
  const change = (to: number | Otherwise): void => {
    keep(key, to === undefined ? undefined : String(Math.round(to * 10) / 10));
    setValue(to);
  };
  return [value, change];
}

/** Returns a yes or no that is stored for later visits, and a function that changes it. */
export function useKeptFlag(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => kept(key) === 'yes');
  const change = (to: boolean): void => {
    keep(key, to ? 'yes' : undefined);
    setValue(to);
  };
  return [value, change];
}

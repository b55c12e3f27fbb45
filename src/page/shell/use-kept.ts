import { useState } from 'preact/hooks';
import { keep, kept } from './kept.ts';

/** Returns a number that is remembered from visit to visit, and what changes it. */
export function useKeptNumber(key: string, otherwise: number, least: number, most: number): [number, (value: number) => void] {
  const [value, setValue] = useState(() => {
    const before = Number(kept(key) ?? Number.NaN);
    return before >= least && before <= most ? before : otherwise;
  });
  const change = (to: number): void => {
    keep(key, String(Math.round(to * 10) / 10));
    setValue(to);
  };
  return [value, change];
}

/** Returns a number that is remembered once it was chosen; undefined till then, and after it is chosen so. */
export function useChosenNumber(key: string, least: number, most: number): [number | undefined, (value: number | undefined) => void] {
  const [value, setValue] = useState(() => {
    const before = Number(kept(key) ?? Number.NaN);
    return before >= least && before <= most ? before : undefined;
  });
  const change = (to: number | undefined): void => {
    keep(key, to === undefined ? undefined : String(Math.round(to * 10) / 10));
    setValue(to);
  };
  return [value, change];
}

/** Returns a yes or no that is remembered from visit to visit, and what changes it. */
export function useKeptFlag(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => kept(key) === 'yes');
  const change = (to: boolean): void => {
    keep(key, to ? 'yes' : undefined);
    setValue(to);
  };
  return [value, change];
}

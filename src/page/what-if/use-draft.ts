import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunSettings } from '../run-settings.ts';
import { settingProblems } from './setting-problems.ts';

/** What is typed is run when nothing more was typed for so long. */
const pauseMs = 300;

export interface Draft {
  readonly settings: RunSettings;
  /** What is wrong with it, by control; such a draft is not run. */
  readonly problems: ReadonlyMap<string, string>;
  readonly change: (settings: RunSettings) => void;
}

/** The settings as they are being changed; they are handed on when there is nothing wrong with them and a pause in typing. */
export function useDraft(
  settings: RunSettings,
  inForce: Readonly<Record<string, unknown>>,
  onSettings: (settings: RunSettings) => void,
): Draft {
  const [draft, setDraft] = useState(settings);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hand = useRef(onSettings);
  hand.current = onSettings;
  const handed = useRef<RunSettings | undefined>(undefined);
  // A reset, a link or another file: what was being typed is gone. What came from here changes nothing: more may be typed by now.
  useEffect(() => {
    if (settings === handed.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setDraft(settings);
  }, [settings]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const problems = useMemo(() => settingProblems(draft, inForce), [draft, inForce]);
  const change = (next: RunSettings): void => {
    setDraft(next);
    clearTimeout(timer.current);
    if (settingProblems(next, inForce).size > 0) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (JSON.stringify(next) === JSON.stringify(settings)) return;
      handed.current = next;
      hand.current(next);
    }, pauseMs);
  };
  return { settings: draft, problems, change };
}

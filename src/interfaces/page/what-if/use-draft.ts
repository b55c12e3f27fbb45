import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { settingName } from './changed-settings.ts';
import { settingProblems } from './setting-problems.ts';

/** A run is requested after a pause of this length in typing. */
const pauseMs = 300;

export interface Draft {
  readonly settings: RunRequest;
  /** What is wrong with the draft, by control. A draft with problems is not run. */
  readonly problems: ReadonlyMap<string, string>;
  readonly change: (settings: RunRequest) => void;
}

/**
 * Returns the settings while they are being changed. They are passed on in a pause in typing, together with
 * their problems.
 */
export function useDraft(
  settings: RunRequest,
  inForce: Readonly<Record<string, unknown>>,
  onSettings: (settings: RunRequest) => void,
  onRefused: (settings: RunRequest, errors: readonly string[]) => void,
): Draft {
  const [draft, setDraft] = useState(settings);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hand = useRef({ onSettings, onRefused });
  hand.current = { onSettings, onRefused };
  const handed = useRef<RunRequest | undefined>(undefined);
  // A reset, a link or another file replaces the draft. Settings that came from here change nothing, because
  // more may be typed by now. This happens at once and not after the next paint: on a busy machine, newer
  // settings could already be passed on by then.
  useLayoutEffect(() => {
    if (settings === handed.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setDraft(settings);
  }, [settings]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const problems = useMemo(() => settingProblems(draft, inForce), [draft, inForce]);
  const change = (next: RunRequest): void => {
    setDraft(next);
    clearTimeout(timer.current);
    const wrong = settingProblems(next, inForce);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (JSON.stringify(next) === JSON.stringify(settings)) return;
      handed.current = next;
      if (wrong.size === 0) hand.current.onSettings(next);
      else
        hand.current.onRefused(
          next,
          [...wrong].map(([control, message]) => `${settingName(control)}: ${message}`),
        );
    }, pauseMs);
  };
  return { settings: draft, problems, change };
}

import type { LoggedCall } from './call-log.ts';

/** The results of pulls that failed: all other errors come before the pull, or are the back-off itself. */
const pullFailures: readonly string[] = ['ErrImagePull', 'RegistryUnavailable', 'SignatureValidationFailed'];

/**
 * `<at> <back-off key>` for keys of which two pulls failed in one instant with different messages. Which message the next
 * back-off repeats hangs on the order in which the kubelet's goroutines run, so nothing is said about what follows.
 */
export function racesOf(calls: readonly LoggedCall[]): string[] {
  const failures = calls.flatMap(({ call, entries }) =>
    entries.flatMap((entry) =>
      entry.type === 'result' && pullFailures.includes(entry.error)
        ? [{ key: `${entry.at} ${call.pod.uid}_${call.image}`, said: entry.error + entry.message }]
        : [],
    ),
  );
  const said = new Map<string, string>();
  return failures.flatMap(({ key, said: now }) => {
    const before = said.get(key) ?? now;
    said.set(key, now);
    return before === now ? [] : [key];
  });
}

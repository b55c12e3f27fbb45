/** What scripts of calls have, of whatever kind. */
interface ScriptOfCalls {
  readonly calls: readonly {
    readonly at: number;
    readonly cancelAt?: number;
    readonly pod: { readonly name: string; readonly uid: string };
  }[];
  readonly steps?: readonly { readonly at: number }[];
  readonly runtime: {
    readonly pulls?: Readonly<Record<string, readonly { readonly takesMs?: number }[]>>;
  };
}

/** Within a pull, and at no time of the script. */
const cancelledAfterMs = 100;
/** A pull that takes time is over before the next time of the script. */
const pullMsMax = 250;
const timesMs = [0, 1_000, 2_000, 3_000];
const callsMax = 6;
const stepsMax = 4;

/**
 * Returns the first calls and steps of a script, moved to a few times, so that much happens at once. Calls of
 * one time are of different pods, because a pod's worker makes one call after the other.
 */
export function scriptAtOnce<S extends object>(script: S & ScriptOfCalls): S {
  const calls = inTime(script.calls.slice(0, callsMax)).map((call, index, all) => {
    const before = all.slice(0, index).filter(({ at }) => at === call.at).length;
    return {
      ...call,
      ...(call.cancelAt === undefined ? {} : { cancelAt: call.at + cancelledAfterMs }),
      pod: { ...call.pod, name: `pod-${before}`, uid: `uid-${before}` },
    };
  });
  const { steps, runtime } = script;
  const pulls = Object.entries(runtime.pulls ?? {}).map(([image, outcomes]) => [
    image,
    outcomes.map(({ takesMs = 0, ...outcome }) => ({ ...outcome, takesMs: Math.min(takesMs, pullMsMax) })),
  ]);
  return {
    ...script,
    calls,
    runtime: { ...runtime, pulls: Object.fromEntries(pulls) },
    ...(steps === undefined ? {} : { steps: inTime(steps.slice(0, stepsMax)) }),
  };
}

function inTime<T extends { readonly at: number }>(events: readonly T[]): T[] {
  return events
    .map((event) => ({ ...event, at: timesMs[Math.floor(event.at / 1_000) % timesMs.length] ?? 0 }))
    .sort((one, other) => one.at - other.at);
}

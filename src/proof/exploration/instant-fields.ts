/** How an instant is seen from the present. */
export interface InstantRule {
  /** How many µs one of its units has; absent: 1. */
  readonly microsPerUnit?: number;
  /** Of the beginning of a cycle only the phase matters; its length in µs. */
  readonly cycleMicros?: number;
  /** Once it is over, it does not matter how long ago that was. */
  readonly onlyAhead?: true;
}

const tickMicros = 1_000_000;
const houseKeepingMicros = 10_000_000;

const plain = [
  'arrivesAtMicros',
  'asOfMicros',
  'askedMicros',
  'beganMicros',
  'begunMicros',
  'crashLoopExpiryMicros',
  'createdAtMicros',
  'detectMicros',
  'dueMicros',
  'end',
  'endedMicros',
  'fetchedMicros',
  'filledMicros',
  'finishedAtMicros',
  'firstDetectMicros',
  'firstDetectedMicros',
  'fromMicros',
  'globalMicros',
  'grantedMicros',
  'inspectionMicros',
  'lastMicros',
  'lastObservedMicros',
  'lastSyncMicros',
  'lastUpdateMicros',
  'lastUpdatedMicros',
  'lastUsedMicros',
  'minMicros',
  'modifiedMicros',
  'nowMicros',
  'observedMicros',
  'readyMicros',
  'relistTimeMicros',
  'resolvedMicros',
  'seenMicros',
  'sinceMicros',
  'startMicros',
  'startedMicros',
  'timestampMicros',
  'untilMicros',
  'validUntilMicros',
] as const;

/**
 * The fields of contexts and messages that hold an instant. In a run that is shifted they are the same as seen
 * from the present; a test holds that (test/proof/exploration/shifted-run.test.ts). A field that is missing here
 * makes more states, and hides none.
 */
export const instantFields: ReadonlyMap<string, InstantRule> = new Map<string, InstantRule>([
  ...plain.map((name): [string, InstantRule] => [name, {}]),
  ['untilMs', { microsPerUnit: 1_000 }],
  ['sinceMs', { microsPerUnit: 1_000 }],
  ['tickOriginMicros', { cycleMicros: tickMicros }],
  ['originMicros', { cycleMicros: houseKeepingMicros }],
  ['firstRelistMicros', { onlyAhead: true }],
  ['lastRelistMicros', { onlyAhead: true }],
  ['statsReadyMicros', { onlyAhead: true }],
]);

/** Fields of a plain name that hold an instant only below another one: below which, and their name. */
export const instantsBelow: ReadonlyMap<string, string> = new Map([
  ['nextEnds', 'rank'],
  ['calls', 'rank'],
  ['requests', 'micros'],
  ['pulls', 'value'],
]);

import type { RecordedEvent } from '../../../../src/rules/kubelet/events/recorded-event.ts';

interface Seen {
  readonly event: RecordedEvent;
  readonly atMicros: number;
}

/**
 * What the correlator makes of a list of events, said once more without any cache: each event looks at all
 * before it.
 */
export function plainlyCorrelated(events: readonly Seen[], spamKeyHasType: boolean) {
  const similar = (a: RecordedEvent, b: RecordedEvent) =>
    a.uid === b.uid && a.type === b.type && a.reason === b.reason;
  const outcomes: {
    text: string;
    count: number;
    firstMicros: number;
    skipped: boolean;
    key: string;
    object: string;
    atMicros: number;
  }[] = [];
  events.forEach(({ event, atMicros }, index) => {
    // The messages that count: of the similar events since the last pause of more than ten minutes.
    const group = events.slice(0, index + 1).filter((other) => similar(other.event, event));
    const pause = group.findLastIndex(
      (other, place) => place > 0 && other.atMicros - (group[place - 1]?.atMicros ?? 0) > 600_000_000,
    );
    let messages: string[] = [];
    let combined = false;
    for (const other of group.slice(Math.max(0, pause))) {
      if (!messages.includes(other.event.message)) messages.push(other.event.message);
      combined = messages.length >= 10;
      if (combined) messages = messages.slice(1);
    }
    const key = combined
      ? `${event.uid} ${event.type} ${event.reason}`
      : `${event.uid} ${event.fieldPath} ${event.type} ${event.reason} ${event.message}`;
    const before = outcomes.filter((other) => other.key === key);
    const object = spamKeyHasType ? `${event.uid} ${event.type}` : event.uid;
    // The bucket, filled and emptied anew for each event.
    let tokens = 25;
    let lastMicros: number | undefined;
    let skipped = false;
    for (const other of [...outcomes.filter((outcome) => outcome.object === object), { atMicros }]) {
      const refilled =
        lastMicros === undefined ? 25 : Math.min(25, tokens + (other.atMicros - lastMicros) / 300_000_000);
      skipped = refilled < 1 - 1e-9;
      if (skipped) continue;
      tokens = refilled - 1;
      lastMicros = other.atMicros;
    }
    outcomes.push({
      text: combined ? `(combined from similar events): ${event.message}` : event.message,
      count: before.length + 1,
      firstMicros: before[0]?.firstMicros ?? atMicros,
      skipped,
      key,
      object,
      atMicros,
    });
  });
  return outcomes.map(({ text, count, firstMicros, skipped }) => ({ text, count, firstMicros, skipped }));
}

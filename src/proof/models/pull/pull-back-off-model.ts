import { pullBackOffReducer } from '../../../../machines/pull/pull-back-off.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(pullBackOffReducer);

/** The image manager's initial back-off, and a maximum that two failures reach. */
const rules = { initialMicros: 10_000_000, maxMicros: 20_000_000 };
const expiryMicros = 2 * rules.maxMicros + 1;
const keys = ['web_app:1', 'db_app:1'] as const;

/**
 * The back-off entries of two pods that pull the same image. Questions and reports come at once, at the end
 * of the window, and after expiry.
 */
export const pullBackOffModel = model({
  input: ({ recorder, clock }) => ({ name: 'pull-back-off', recorder, clock, rules }),
  starts: { '10 s to 20 s': {} },
  events: ({ context, world }) => {
    const {
      input: { clock },
      entries,
    } = context;
    const waits = new Map([['at once', 0]]);
    // The end of one pod's window is enough: the other pod's may have begun before or after it.
    const entry = entries.get(keys[0]);
    const leftMicros =
      entry === undefined ? 0 : entry.lastUpdateMicros + entry.backOffMicros - clock.nowMicros();
    if (leftMicros > 0) waits.set('at the end of the window', leftMicros);
    if (entries.size > 0) waits.set('after expiry', expiryMicros);
    return [...waits].flatMap(([when, afterMicros]) =>
      messages(world).map(({ name, event }) => ({ name: `${name} ${when}`, event, afterMicros })),
    );
  },
  // All waits end with a window or after expiry, so the time since a failure has few values.
  project: ({ context }) => {
    const {
      input: { clock },
      entries,
      previousFailures,
    } = context;
    const pods = keys.map((key) => {
      const entry = entries.get(key);
      if (entry === undefined) return [previousFailures.has(key)];
      const sinceMicros = clock.nowMicros() - entry.lastUpdateMicros;
      return [
        previousFailures.has(key),
        ...(sinceMicros < expiryMicros ? [entry.backOffMicros, sinceMicros] : []),
      ];
    });
    return [entries.size > 0, ...pods];
  },
});

function messages({ neighbour }: StubWorld): readonly ModelEvent[] {
  const requester = neighbour('pull');
  const failure = { reason: 'ErrImagePull', message: 'not found' };
  return [
    ...keys.flatMap((key, index) => {
      return [
        named(`BACK_OFF.ASKED (pod ${index + 1})`, { key, requester }),
        named(`FAILURE.REPORTED (pod ${index + 1})`, { key, failure, requester }),
      ];
    }),
    named('SWEEP.REQUESTED'),
  ];
}

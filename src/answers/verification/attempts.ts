import { pulledEventMessage } from '../../inputs/events/pulled-event-message.ts';
import { imageName } from '../../inputs/images/image-name.ts';
import { largest } from '../../rules/collections/extremes.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { goUnquote } from '../../rules/kubelet/go/go-strings.ts';
import type { FaultInput, SimulationInput } from '../../run/simulation-input.ts';
import { type CallObservation, type EventObservation, middleOf, type Observation } from './observation.ts';

/** A call of PullImage, as far as observations tell of it. Times are microseconds of the run. */
export interface Attempt {
  /** As the pod or the call names it. */
  readonly image: string;
  /** When the runtime was called, about. */
  readonly beginMicros: number;
  readonly endMicros: number;
  /** How long it took; undefined if nothing tells, because it may have waited before. */
  readonly tookMicros: number | undefined;
  /** undefined: it ended well. */
  readonly error: string | undefined;
  /** Whether it stands for several that all ended like this one. */
  readonly isRepeated: boolean;
}

const failed = /^Failed to pull image "((?:[^"\\]|\\.)*)": ([\s\S]*)$/;
const pulling = /^Pulling image "((?:[^"\\]|\\.)*)"/;

/**
 * What an event says of the end of a pull; undefined if it is about something else. Times are microseconds.
 */
export function pullEnd(message: string) {
  const ok = pulledEventMessage(message);
  if (ok !== undefined)
    return { image: ok.image, took: ok.durationMicros, withWaiting: ok.withWaitingMicros, error: undefined };
  const bad = failed.exec(message);
  return bad === null
    ? undefined
    : { image: goUnquote(bad[1] ?? ''), took: undefined, withWaiting: undefined, error: bad[2] ?? '' };
}

/** Whether nobody saw its end. */
export function isUnfinished({ tookMicros }: Attempt): boolean {
  return tookMicros === longMicros;
}

/**
 * Returns the calls of PullImage: from observations of the calls themselves, of other images from events. In
 * order of their begin.
 */
export function attemptsOf(observations: readonly Observation[]): Attempt[] {
  const calls = observations.filter(
    (observation): observation is CallObservation => observation.what === 'call',
  );
  const events = observations.filter(
    (observation): observation is EventObservation => observation.what === 'event',
  );
  const ofEvents = [...groupedBy(events, ({ pod, fieldPath }) => `${pod} ${fieldPath}`).values()].flatMap(
    attemptsOfContainer,
  );
  const errors = new Map(
    ofEvents.flatMap(({ image, error }) => (error === undefined ? [] : [[image, error] as const])),
  );
  const ofCalls = [...groupedBy(calls, ({ image }) => image).values()].flatMap((own) =>
    attemptsOfCalls(own, errors),
  );
  const called = new Set(calls.map(({ image }) => image));
  return [...ofCalls, ...ofEvents.filter(({ image }) => !called.has(image))].sort(
    (a, b) => a.beginMicros - b.beginMicros,
  );
}

/** A call's error is worded as the kubelet words it in its event, where there is one. */
function attemptsOfCalls(calls: readonly CallObservation[], errors: ReadonlyMap<string, string>): Attempt[] {
  const attempts: Attempt[] = [];
  const open: CallObservation[] = [];
  for (const call of [...calls].sort((a, b) => a.lowMicros - b.lowMicros)) {
    if (call.edge === 'begin') open.push(call);
    else {
      // The latest begin: of an older one the end was not seen.
      const begin = open.pop();
      const endMicros = middleOf(call);
      const beginMicros = begin === undefined ? endMicros : middleOf(begin);
      const error = call.error === undefined ? undefined : (errors.get(call.image) ?? call.error);
      attempts.push({
        image: call.image,
        beginMicros,
        endMicros,
        tookMicros: endMicros - beginMicros,
        error,
        isRepeated: false,
      });
    }
  }
  const last = largest(attempts.map(({ endMicros }) => endMicros));
  return [
    ...attempts,
    ...open
      .filter(({ lowMicros }) => lowMicros > last)
      .map((begin) => unfinished(begin.image, middleOf(begin))),
  ];
}

/** A pull that was under way when the files end. */
function unfinished(image: string, beginMicros: number): Attempt {
  return {
    image,
    beginMicros,
    endMicros: beginMicros + longMicros,
    tookMicros: longMicros,
    error: undefined,
    isRepeated: false,
  };
}

const longMicros = 24 * 3_600_000_000;

function attemptsOfContainer(events: readonly EventObservation[]): Attempt[] {
  const attempts: Attempt[] = [];
  let began: EventObservation | undefined;
  for (const event of [...events].sort((a, b) => middleOf(a.first) - middleOf(b.first))) {
    if (pulling.test(event.message)) began = event;
    const end = pullEnd(event.message);
    if (end === undefined) continue;
    const isRepeated = event.count > 1;
    const endMicros = middleOf(isRepeated ? event.first : event);
    const asked = Math.min(endMicros, began === undefined ? endMicros : middleOf(began.first));
    const beginMicros = end.took === undefined ? asked : endMicros - end.took;
    attempts.push({
      image: end.image,
      beginMicros,
      endMicros,
      tookMicros: end.took,
      error: end.error,
      isRepeated,
    });
    if (!isRepeated) began = undefined;
  }
  const image = began === undefined || began.count > 1 ? undefined : pulling.exec(began.message)?.[1];
  return began === undefined || image === undefined
    ? attempts
    : [...attempts, unfinished(goUnquote(image), middleOf(began))];
}

/**
 * Returns what was seen of pulls as the outcomes that the runtime of a run gives: each in the time from
 * halfway to the call before until halfway to the next. `tookMicros` has, by attempt, how long those take
 * whose time nothing tells.
 */
export function scriptedFaults(
  attempts: readonly Attempt[],
  tookMicros: readonly number[],
  { images, horizonMicros }: Pick<SimulationInput, 'images' | 'horizonMicros'>,
): FaultInput[] {
  const names = groupedBy(Object.keys(images), (name) => imageName(name)?.canonical ?? name);
  const numbered = attempts.map((attempt, index) => ({ ...attempt, takes: tookMicros[index] ?? 0 }));
  return [...groupedBy(numbered, ({ image }) => imageName(image)?.canonical ?? image)].flatMap(
    ([canonical, own]) =>
      own.flatMap(({ error, takes, beginMicros }, index): FaultInput[] => {
        const [before, after] = [own[index - 1], own[index + 1]];
        const fromMicros = before === undefined ? 0 : Math.round((before.beginMicros + beginMicros) / 2);
        const untilMicros =
          after === undefined ? horizonMicros : Math.round((beginMicros + after.beginMicros) / 2);
        const window = {
          fromMicros: Math.max(0, fromMicros),
          untilMicros: Math.max(0, untilMicros),
          takesMicros: Math.max(1, Math.round(takes)),
        };
        if (window.untilMicros <= window.fromMicros) return [];
        return (names.get(canonical) ?? []).map((image) =>
          error === undefined
            ? { kind: 'pullTakes' as const, image, ...window }
            : { kind: 'pullFails' as const, image, error, times: null, ...window },
        );
      }),
  );
}

import type { InputError } from '../../../inputs/documents/input-error.ts';
import { plainDocuments } from '../../../inputs/documents/plain-documents.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { type KubernetesEvent, kubernetesEvent } from '../../../inputs/events/kubernetes-event.ts';
import { pulledEventMessage } from '../../../inputs/events/pulled-event-message.ts';
import { bytesMax, normalizedReference } from '../../../inputs/events/pulled-image-name.ts';
import type { ObservedPull } from '../estimates/observed-pull.ts';
import { SkipCount } from '../estimates/skip-count.ts';

/** The pulls in the Events of a cluster. `errors` are the places that could not be read. */
export interface ReadEvents {
  readonly pulls: readonly ObservedPull[];
  readonly skips: SkipCount;
  /** The number of events about images. */
  readonly events: number;
  readonly errors: readonly InputError[];
}

/**
 * Reads the output of `kubectl get events -o json` or `-o yaml`, also with `--watch` (one object after the
 * other), of `v1` and of `events.k8s.io/v1`. Other text is an error with its place; an event without useful
 * content is counted.
 */
export function readEvents(source: SourceText): ReadEvents {
  const { values, errors } = plainDocuments(source);
  const lists = values.flatMap((value) => {
    const items = itemsOf(value);
    return items === undefined ? [] : [items];
  });
  const read = lists.map((items) => pullsOfEvents(items, source.name));
  const skips = new SkipCount();
  for (const one of read) skips.addAll(one.skips);
  const found = {
    pulls: read.flatMap(({ pulls }) => pulls),
    skips,
    events: read.reduce((sum, { events }) => sum + events, 0),
  };
  if (errors.length > 0 || lists.length > 0) return { ...found, errors };
  const message = 'there is no list of Events in it';
  const hint = `kubectl get events --all-namespaces -o json > ${/^[\w.-]+$/.test(source.name) ? source.name : 'events.json'}`;
  return { ...found, errors: [{ code: 'NO_EVENTS', file: source.name, line: 1, column: 1, message, hint }] };
}

/** Returns the pulls that Event objects tell of. `name` is where the objects are from, for people. */
export function pullsOfEvents(items: readonly unknown[], name: string): Omit<ReadEvents, 'errors'> {
  const skips = new SkipCount();
  const pulls: ObservedPull[] = [];
  let events = 0;
  for (const [index, item] of items.entries()) {
    const event = kubernetesEvent(item);
    if (event === undefined) skips.add('an event without a message or a time');
    else if (isAboutPulls(event)) {
      events += 1;
      const pull = pullOf(event, `${name} items[${index}]`, skips);
      if (pull !== undefined) pulls.push(pull);
    }
  }
  return { pulls, skips, events };
}

function isAboutPulls({ reason, message }: KubernetesEvent): boolean {
  return (
    reason === 'Pulled' ||
    (reason === 'Failed' && message.startsWith('Failed to pull image')) ||
    /Successfully pulled image/.test(message)
  );
}

function pullOf(event: KubernetesEvent, at: string, skips: SkipCount): ObservedPull | undefined {
  const { message, micros, spreadMicros, node } = event;
  if (/Failed to pull image/.test(message)) return skip(skips, 'a failed pull');
  if (/already present on machine/.test(message))
    return skip(skips, 'an image that was there: nothing was asked of the registry');
  const said = pulledEventMessage(message);
  if (said === undefined) return skip(skips, 'a message of an unknown form');
  if (said.durationMicros === undefined) return skip(skips, 'no duration in the message: an old kubelet');
  const named = normalizedReference(said.image);
  if (named === undefined) return skip(skips, 'a name that no image has');
  if ((said.bytes ?? 0) > bytesMax) return skip(skips, 'a size that no image has');
  return {
    image: said.image,
    reference: named.reference,
    node,
    at,
    from: 'events',
    outcome: 'pulled',
    endMicros: micros,
    endSpreadMicros: spreadMicros,
    durationMicros: said.durationMicros,
    isWithoutWait: said.withWaitingMicros !== undefined,
    bytes: said.bytes,
    bytesRead: undefined,
  };
}

function skip(skips: SkipCount, reason: string): undefined {
  skips.add(reason);
  return undefined;
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if ('items' in value && Array.isArray(value.items)) return value.items;
  // One line of `kubectl get events --watch --output-watch-events`.
  if ('object' in value) return [value.object];
  return 'kind' in value && value.kind === 'Event' ? [value] : undefined;
}

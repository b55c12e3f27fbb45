import { Document, type LineCounter, visit, type Node as YamlNode } from 'yaml';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { documentOfNodes, linesOf } from '../documents/made-document.ts';
import type { Problems } from '../documents/problems.ts';
import { redactedValue } from '../documents/redacted-text.ts';
import type { SourceDocument, SourceText } from '../documents/source-document.ts';
import { type KubernetesEvent, kubernetesEvent } from '../events/kubernetes-event.ts';
import { imageIn } from '../events/pod-sighting.ts';
import { podsOfEvents } from '../events/pods-of-events.ts';
import { isEventHead } from './event-rows.ts';
import { isLogLine } from './log-events.ts';
import { type PastedObject, pastedObjects } from './pasted-objects.ts';
import { isPodHead } from './pod-rows.ts';
import { terminalLines } from './terminal-line.ts';

/**
 * Returns the documents in a text that was pasted: its Events, and the pods that it describes or, if wanted, that its
 * events tell of. What cannot be read is an error with its place.
 */
export function pastedDocuments(
  source: SourceText,
  problems: Problems,
  events: 'withTheirPods' | 'alone',
): SourceDocument[] {
  const { objects, podRows, unread } = pastedObjects(source.text);
  for (const { text, line, cut } of unread.slice(0, 10))
    problems.add({
      code: 'PASTED_ROW',
      file: source.name,
      line,
      column: cut + 1,
      message: `an event that cannot be read: ${JSON.stringify(text.trim().slice(0, 60))}`,
      expected: 'type, reason, age, source and message, as kubectl describe prints them',
    });
  if (unread.length > 0) return [];
  if (objects.length === 0) {
    const [row] = podRows;
    problems.add({
      code: 'PASTED_TEXT',
      file: source.name,
      line: row?.line.line ?? 1,
      column: 1,
      message: row === undefined ? emptinessOf(source) : 'kubectl get pods prints no images',
      expected: 'what kubectl describe pod or kubectl get events prints',
    });
    return [];
  }
  warnOfFailures(source, objects, problems);
  const lines = linesOf(source);
  return [...objects, ...(events === 'alone' ? [] : podsInEvents(objects))].map((object) =>
    documentOf(source, lines, object),
  );
}

/** Returns what a text is in which there is neither a pod nor an event. */
function emptinessOf({ text }: SourceText): string {
  const lines = terminalLines(text);
  if (lines.some(isLogLine)) return 'a log in which no line is about the pull of an image';
  const isTable = lines.some((line) => isEventHead(line) || isPodHead(line));
  return isTable
    ? 'a head of a table without a row'
    : 'a description without images of containers, and without events';
}

/** A run has the pods, and not what happened to them. */
function warnOfFailures(source: SourceText, objects: readonly PastedObject[], problems: Problems): void {
  const failed = objects.flatMap(({ value }) => {
    const event = kubernetesEvent(value);
    return event?.reason === 'Failed' ? (imageIn(event.message) ?? []) : [];
  });
  const [image] = failed;
  if (image !== undefined)
    problems.warn(
      `${source.name}: the pull of ${image} failed there, and nothing says so to a run: windlass import makes a fault of it, windlass why explains it`,
    );
}

/** Pods that no text describes, made of their events, at the place of the first of these. */
function podsInEvents(objects: readonly PastedObject[]): PastedObject[] {
  const keyOf = ({ metadata }: Readonly<Record<string, unknown>>) => {
    const { namespace, name } = metadata as { readonly namespace?: string; readonly name?: string };
    return `${namespace}/${name}`;
  };
  const described = new Set(objects.flatMap(({ value }) => (value.kind === 'Pod' ? [keyOf(value)] : [])));
  const events: KubernetesEvent[] = [];
  const places = new Map<string, PastedObject>();
  for (const object of objects) {
    const event = kubernetesEvent(object.value);
    if (event === undefined) continue;
    events.push(event);
    getOrInsert(places, `${event.object.namespace}/${event.object.name}`, () => object);
  }
  const [first] = objects;
  return podsOfEvents(events)
    .pods.filter(({ object }) => !described.has(keyOf(object)))
    .map(({ object }) => {
      const { line = 1, column = 1 } = places.get(keyOf(object)) ?? first ?? {};
      return { value: object, line, column };
    });
}

/** Returns the document of an object, all parts of which have the place of its line. */
function documentOf(
  source: SourceText,
  lines: LineCounter,
  { value, line, column }: PastedObject,
): SourceDocument {
  const plain = redactedValue(value);
  const at = (lines.lineStarts[line - 1] ?? 0) + column - 1;
  const yaml = new Document(plain);
  visit(yaml, {
    Node: (_, node) => {
      node.range = [at, at, at];
    },
  });
  return documentOfNodes(source, yaml.contents as YamlNode, plain, lines);
}

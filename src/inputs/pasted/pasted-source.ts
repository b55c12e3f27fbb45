import { Document, visit, type Node as YamlNode } from 'yaml';
import { documentOfNodes } from '../documents/made-document.ts';
import type { Problems } from '../documents/problems.ts';
import { redactedValue } from '../documents/redacted-text.ts';
import type { SourceDocument, SourceText } from '../documents/source-document.ts';
import { kubernetesEvent } from '../events/kubernetes-event.ts';
import { imageIn } from '../events/pod-sighting.ts';
import { podsOfEvents } from '../events/pods-of-events.ts';
import { type PastedObject, pastedObjects } from './pasted-objects.ts';

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
      message: row === undefined ? 'a head of a table without a row' : 'kubectl get pods prints no images',
      expected: 'what kubectl describe pod or kubectl get events prints',
    });
    return [];
  }
  warnOfFailures(source, objects, problems);
  return [...objects, ...(events === 'alone' ? [] : podsInEvents(objects))].map((object) =>
    documentOf(source, object),
  );
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

/** Pods that no text describes, made of their events. */
function podsInEvents(objects: readonly PastedObject[]): PastedObject[] {
  const keyOf = ({ metadata }: Readonly<Record<string, unknown>>) => {
    const { namespace, name } = metadata as { readonly namespace?: string; readonly name?: string };
    return `${namespace}/${name}`;
  };
  const described = new Set(objects.flatMap(({ value }) => (value.kind === 'Pod' ? [keyOf(value)] : [])));
  const events = objects.flatMap(({ value }) => kubernetesEvent(value) ?? []);
  const [first] = objects;
  return podsOfEvents(events)
    .pods.filter(({ object }) => !described.has(keyOf(object)))
    .map(({ object }) => {
      const named = objects.find(({ value }) => {
        const about = kubernetesEvent(value)?.object;
        return about !== undefined && `${about.namespace}/${about.name}` === keyOf(object);
      });
      return { value: object, line: (named ?? first)?.line ?? 1, column: (named ?? first)?.column ?? 1 };
    });
}

/** All parts of the object have the place of its line. */
function documentOf(source: SourceText, { value, line, column }: PastedObject): SourceDocument {
  const plain = redactedValue(value);
  const lines = source.text.split('\n');
  const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  const yaml = new Document(plain);
  visit(yaml, {
    Node: (_, node) => {
      node.range = [at, at, at];
    },
  });
  return documentOfNodes(source, yaml.contents as YamlNode, plain);
}

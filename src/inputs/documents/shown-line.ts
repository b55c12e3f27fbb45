import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { redactedText } from './redacted-text.ts';
import { keyText, type SourceDocument } from './source-document.ts';

/**
 * Fields of pods and of what stands in them that no run reads and that may hold anything: what is below them
 * is not shown.
 */
const freeFields = new Set(
  `annotations args azureDisk azureFile cephfs cinder command configMap csi data dataSource dnsConfig downwardAPI env envFrom ephemeral exec
  externalMetadata fc finalizers flexVolume flocker gcePersistentDisk gitRepo glusterfs grpc hostAliases hostPath httpGet httpHeaders iscsi
  lifecycle livenessProbe managedFields nfs parameters photonPersistentDisk portworxVolume projected quobyte rbd readinessProbe scaleIO
  securityContext startupProbe stringData storageos tcpSocket value valueFrom volumeAttributes vsphereVolume`
    .trim()
    .split(/\s+/),
);

/** Values of these are read, although fields of the same name elsewhere are not. */
const readParents = new Set(['taints', 'tolerations']);

type Range = readonly [start: number, end: number];

/**
 * Returns a line of a document (from 1) as an error may show it: values that may hold anything, comments and
 * credentials are replaced letter by letter. What stands at the offset `keptAt` is what the error is about,
 * and stays.
 */
export function shownLine(document: SourceDocument, line: number, keptAt: number): string {
  const { text } = document.source;
  const start = document.lines.lineStarts[line - 1] ?? 0;
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  const scalars: Range[] = [];
  const hidden: Range[] = [];
  const isHere = (node: Node): node is Node & { range: [number, number, number] } =>
    node.range !== null && node.range !== undefined && node.range[0] < end && node.range[1] > start;
  const visit = (node: unknown, isFree: boolean, parent: string): void => {
    if (isAlias(node)) return;
    if (isScalar(node)) {
      if (!isHere(node)) return;
      scalars.push([node.range[0], node.range[1]]);
      if (isFree && node.range[0] !== keptAt) hidden.push([node.range[0], node.range[1]]);
    } else if (isSeq(node) && isHere(node)) for (const item of node.items) visit(item, isFree, parent);
    else if (isMap(node) && isHere(node)) {
      for (const { key, value } of node.items) {
        const name = keyText(key) ?? '';
        visit(key, false, parent);
        visit(value, isFree || (freeFields.has(name) && !readParents.has(parent)), name);
      }
    }
  };
  visit(document.yaml.contents, false, '');
  const comment = commentAt(text.slice(start, end), start, scalars);
  const ranges = comment === undefined ? hidden : [...hidden, [comment, end] as const];
  const shown = ranges.reduce(
    (whole, [from, to]) => withHidden(whole, from - start, to - start),
    text.slice(start, end),
  );
  return redactedText(shown);
}

/** A # in a text begins no comment. */
function commentAt(line: string, start: number, scalars: readonly Range[]): number | undefined {
  for (const { index } of line.matchAll(/(?<=^|\s)#/g)) {
    if (!scalars.some(([from, to]) => from <= start + index && start + index < to)) return start + index;
  }
  return undefined;
}

function withHidden(line: string, from: number, to: number): string {
  const [begin, end] = [Math.max(from, 0), Math.min(to, line.length)];
  return line.slice(0, begin) + line.slice(begin, end).replace(/[^\s"'{}[\],#]/g, '*') + line.slice(end);
}

import { allowedContextOf } from '../../inputs/allowed-fields/allowed-context.ts';
import { allowedObject } from '../../inputs/allowed-fields/allowed-object.ts';
import { yamlText } from '../../inputs/documents/yaml-text.ts';
import { limits } from '../../inputs/limits.ts';
import { ownApiVersion } from '../../inputs/scenario/scenario-shape.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { microsText } from '../calibration/calibration-text.ts';
import { catalogLines, figureLines, oneLine } from '../calibration/scenario-fragment.ts';
import type { ImportedCluster } from './import-cluster.ts';
import { importNotes } from './import-notes.ts';
import { plainController, plainNode, plainPod } from './plain-objects.ts';
import { type ArrivedPod, containerEnds, containerEntriesMax } from './pod-times.ts';

/** How long the run goes on after the last arrival. */
const afterLastMicros = 15 * 60_000_000;

/**
 * Returns the cluster as one YAML text for `windlass run`: Scenario, ImageCatalog, KubeletConfiguration,
 * Nodes and Pods.
 */
export function clusterScenario(cluster: ImportedCluster): string {
  const { files, objects, pods, controllers, kubelet, calibration, images } = cluster;
  const { unknown } = importNotes(cluster);
  const lines = [
    `# Made by windlass import from ${files.map(oneLine).join(', ')}.`,
    ...(unknown.length === 0
      ? []
      : ['# Not known, and assumed in a run:', ...unknown.map((sentence) => `#   - ${oneLine(sentence)}`)]),
    `apiVersion: ${ownApiVersion}`,
    'kind: Scenario',
    ...timeLines(cluster),
    ...containerLines(pods),
    ...figureLines({
      ...calibration,
      runtime: undefined,
      cpus: objects.nodes.length > 0 ? 'in Node objects' : undefined,
    }),
    ...faultLines(cluster),
    ...catalogLines(images.sizes),
  ];
  const documents = [
    ...(kubelet.fields === undefined
      ? []
      : [{ apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration', ...kubelet.fields }]),
    ...objects.nodes.map((node) => plainNode(node, [...(images.present.get(node.metadata.name) ?? [])])),
    ...objects.runtimeClasses.map(({ apiVersion, kind, metadata, handler }) => ({
      apiVersion,
      kind,
      metadata: { name: (metadata as { readonly name?: unknown } | undefined)?.name },
      handler,
    })),
    ...pods.map(({ pod }) => plainPod(pod)),
    ...controllers.map(plainController),
  ].map((value) => ({ kind: String(value.kind), apiVersion: String(value.apiVersion), value }));
  const context = allowedContextOf(documents, [], new Set());
  return [
    `${lines.join('\n')}\n`,
    ...documents
      .flatMap((document) => allowedObject(document, context) ?? [])
      .map((document) => yamlText(document)),
  ].join('---\n');
}

/** Pods are written in order of their arrival, so that waves tell the times of thousands. */
function timeLines({ pods, startMicros }: ImportedCluster): string[] {
  const last = (pods.at(-1)?.micros ?? startMicros) - startMicros;
  const horizon = `horizon: ${secondsText(Math.min(last + afterLastMicros, limits.durationMicros))}`;
  const waves = [...groupedBy(pods, ({ micros }) => micros - startMicros)];
  if (waves.length === 0) return [horizon];
  const start = `# 0s is ${new Date(startMicros / 1_000).toISOString()}`;
  const entries = waves.map(([at, own]) => `    - { at: ${secondsText(at)}, count: ${own.length} }`);
  return [horizon, start, 'arrivals:', '  waves:', ...entries];
}

function containerLines(pods: readonly ArrivedPod[]): string[] {
  const ends = pods.flatMap(({ pod }) => containerEnds(pod)).slice(0, containerEntriesMax);
  if (ends.length === 0) return [];
  return [
    'containers:',
    ...ends.map(({ pod: { metadata }, container, runsForMicros, exitCode }) => {
      const match = JSON.stringify(`${metadata.namespace || 'default'}/Pod/${metadata.name}`);
      return `  - { match: ${match}, container: ${JSON.stringify(container)}, runsFor: ${secondsText(runsForMicros)}, exitCode: ${exitCode} }`;
    }),
  ];
}

function faultLines({ failures, startMicros }: ImportedCluster): string[] {
  if (failures.length === 0) return [];
  const time = (name: string, at: number | undefined) =>
    at === undefined || at <= startMicros ? '' : `, ${name}: ${secondsText(at - startMicros)}`;
  return [
    'faults:',
    ...failures.map(({ image, error, fromMicros, untilMicros }) => {
      const times = `${time('from', fromMicros)}${time('until', untilMicros)}`;
      return `  - { kind: pullFails, image: ${JSON.stringify(image)}, error: ${JSON.stringify(error)}${times} }`;
    }),
  ];
}

function secondsText(micros: number): string {
  return micros % 1_000_000 === 0 ? `${micros / 1_000_000}s` : microsText(micros);
}

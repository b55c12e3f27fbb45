import { allowedContextOf } from '../../inputs/allowed-fields/allowed-context.ts';
import { allowedObject } from '../../inputs/allowed-fields/allowed-object.ts';
import { yamlText } from '../../inputs/documents/yaml-text.ts';
import { limits } from '../../inputs/limits.ts';
import { ownApiVersion } from '../../inputs/scenario/scenario-shape.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { catalogLines, figureLines, oneLine } from '../calibration/scenario-fragment.ts';
import type { ImportedCluster } from './import-cluster.ts';
import { importNotes } from './import-notes.ts';
import type { KubeletSettingsFound } from './kubelet-settings.ts';
import { plainController, plainNode, plainPod } from './plain-objects.ts';
import { type ArrivedPod, containerEnds, containerEntriesMax } from './pod-times.ts';

/** How long the run goes on after the last arrival. */
const afterLastMicros = 15 * 60_000_000;

/**
 * Returns the cluster as one YAML text for `windlass run`: Scenario, ImageCatalog, KubeletConfiguration,
 * Nodes and Pods.
 */
export function clusterScenario(cluster: ImportedCluster): string {
  const { files, objects, pods, controllers, kubelet, calibration, images, overlapping } = cluster;
  const { unknown, guessed } = importNotes(cluster);
  const lines = [
    `# Made by windlass import from ${files.map(oneLine).join(', ')}.`,
    ...(unknown.length === 0
      ? []
      : ['# Not known, and assumed in a run:', ...unknown.map((sentence) => `#   - ${oneLine(sentence)}`)]),
    ...(guessed.length === 0
      ? []
      : ['# Guessed from events:', ...guessed.map((sentence) => `#   - ${oneLine(sentence)}`)]),
    `apiVersion: ${ownApiVersion}`,
    'kind: Scenario',
    ...timeLines(cluster),
    ...containerLines(pods),
    ...withKubelets(
      figureLines({
        ...calibration,
        runtime: undefined,
        cpus: objects.nodes.length > 0 ? 'in Node objects' : undefined,
      }),
      kubelet.ofNodes,
    ),
    ...deletionLines(cluster),
    ...faultLines(cluster),
    ...catalogLines(images.sizes),
  ];
  const documents = [
    ...(kubelet.fields === undefined && overlapping === undefined
      ? []
      : [
          {
            apiVersion: 'kubelet.config.k8s.io/v1beta1',
            kind: 'KubeletConfiguration',
            ...kubelet.fields,
            ...(overlapping === undefined ? {} : { serializeImagePulls: false }),
          },
        ]),
    ...objects.nodes.map((node) => plainNode(node, [...(images.present.get(node.metadata.name) ?? [])])),
    ...objects.runtimeClasses.map(({ apiVersion, kind, metadata, handler }) => ({
      apiVersion,
      kind,
      metadata: { name: (metadata as { readonly name?: unknown } | undefined)?.name },
      handler,
    })),
    ...pods.map(({ pod }) => plainPod(pod, cluster.eventPods.has(pod))),
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

/** Adds the settings of some nodes' kubelets to the lines about nodes. */
function withKubelets(lines: readonly string[], ofNodes: KubeletSettingsFound['ofNodes']): readonly string[] {
  if (ofNodes.length === 0) return lines;
  const own = ofNodes.map(
    ({ names, config }) =>
      `    - { names: [${names.map((name) => JSON.stringify(name)).join(', ')}], config: ${JSON.stringify(config)} }`,
  );
  const at = lines.indexOf('nodes:');
  if (at < 0) return [...lines, 'nodes:', '  kubelets:', ...own];
  return [...lines.slice(0, at + 1), '  kubelets:', ...own, ...lines.slice(at + 1)];
}

/** Pods are written in order of their arrival, so that waves tell the times of thousands. */
function timeLines({ pods, startMicros }: ImportedCluster): string[] {
  const last = (pods.at(-1)?.micros ?? startMicros) - startMicros;
  const horizon = `horizon: ${secondsText(Math.min(last + afterLastMicros, limits.durationMicros))}`;
  const waves = arrivalWaves(pods, startMicros);
  if (waves.length === 0) return [horizon];
  const start = `# 0s is ${new Date(startMicros / 1_000).toISOString()}`;
  const entries = waves.map(([at, own]) => `    - { at: ${secondsText(at)}, count: ${own.length} }`);
  return [horizon, start, 'arrivals:', '  waves:', ...entries];
}

/** As many as a Scenario may have. */
const wavesMax = 1_000;

/** How exact the times of waves are, the finest first. */
const waveStepsMicros = [1_000, 1_000_000, 10_000_000, 60_000_000, 600_000_000] as const;

/** Groups pods by the time of their arrival, as exactly as the number of waves allows. */
function arrivalWaves(pods: readonly ArrivedPod[], startMicros: number): [number, ArrivedPod[]][] {
  for (const step of waveStepsMicros) {
    const waves = [...groupedBy(pods, ({ micros }) => Math.floor((micros - startMicros) / step) * step)];
    if (waves.length <= wavesMax) return waves;
  }
  return [[0, [...pods]]];
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

/** As many as a Scenario may have. */
const deletionsMax = 1_000;

function deletionLines({ pods, eventPods, startMicros }: ImportedCluster): string[] {
  const deletions = pods.flatMap(({ pod }) => {
    const micros = eventPods.get(pod);
    return micros === undefined || micros < startMicros ? [] : [{ pod, micros }];
  });
  if (deletions.length === 0) return [];
  return [
    'deletions:',
    ...deletions
      .slice(0, deletionsMax)
      .map(
        ({ pod: { metadata }, micros }) =>
          `  - { match: ${JSON.stringify(`${metadata.namespace || 'default'}/Pod/${metadata.name}`)}, at: ${secondsText(micros - startMicros)} }`,
      ),
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
  return `${Math.round(micros / 1_000) / 1_000}s`;
}

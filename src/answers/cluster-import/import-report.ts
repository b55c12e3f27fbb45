import { countText } from '../../inputs/count-text.ts';
import { few } from '../../inputs/nodes/plan-nodes.ts';
import type { importReport as shape } from '../../reports/json/cluster.ts';
import { appendAll } from '../../rules/collections/append-all.ts';
import type { Parsed } from '../../trace/record.ts';
import { oneLine } from '../calibration/scenario-fragment.ts';
import type { ImportedCluster } from './import-cluster.ts';
import { importNotes } from './import-notes.ts';

/** What `windlass import` has found, as plain data. */
export type ImportReport = Parsed<typeof shape>;

/** Returns the counts, figures and gaps of an imported cluster. */
export function importReport(cluster: ImportedCluster): ImportReport {
  const { objects, pods, startMicros, calibration, images, failures, kubelet } = cluster;
  const { link, unpack, combined, registries, anyRegistry } = calibration;
  return {
    start: pods.length === 0 ? null : new Date(startMicros / 1_000).toISOString(),
    nodes: objects.nodes.length,
    pods: pods.length,
    arrivalsMicros: (pods.at(-1)?.micros ?? startMicros) - startMicros,
    images: images.sizes.length,
    pulls: { seen: calibration.pullsSeen, used: calibration.pullsUsed },
    failingImages: failures.map(({ image }) => image),
    figures: { link, unpack, combined, registries, anyRegistry },
    kubeletFields: Object.keys(kubelet.fields ?? {}),
    ...importNotes(cluster),
  };
}

/** Returns the report for people. */
export function importReportText(report: ImportReport): string {
  const {
    nodes,
    pods,
    start,
    arrivalsMicros,
    images,
    pulls,
    failingImages,
    kubeletFields,
    leftOut,
    unknown,
    guessed,
  } = report;
  const span =
    start === null ? '' : `, which came within ${Math.round(arrivalsMicros / 1e6)} s from ${start} on`;
  const lines = [
    `${countText(nodes, 'node')}; ${countText(pods, 'pod')}${span}`,
    `${countText(images, 'image')} with a size; ${countText(pulls.seen, 'pull')} in the events, ${pulls.used} of them behind the figures`,
  ];
  if (failingImages.length > 0) lines.push(`pulls fail of ${few(failingImages)}: faults of the Scenario`);
  if (kubeletFields.length > 0) lines.push(`of the kubelets: ${kubeletFields.join(', ')}`);
  if (leftOut.length > 0)
    appendAll(lines, ['', 'Left out:', ...leftOut.map((sentence) => `  - ${sentence}`)]);
  if (unknown.length > 0)
    appendAll(lines, [
      '',
      'Not known, and assumed in a run:',
      ...unknown.map((sentence) => `  - ${sentence}`),
    ]);
  if (guessed.length > 0)
    appendAll(lines, ['', 'Guessed from events:', ...guessed.map((sentence) => `  - ${sentence}`)]);
  return `${lines.map(oneLine).join('\n')}\n`;
}

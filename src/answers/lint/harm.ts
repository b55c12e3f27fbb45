import { readInput } from '../../inputs/read-input.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import type { Pauses } from '../../run/simulation/simulate.ts';
import { summarizeRun } from '../certainty/summarize-run.ts';
import type { Harm, HarmFigure } from './lint-rule.ts';

/** The figure of a harm's input as it is, and with the fix. */
export interface ShownHarm {
  readonly asItIs: number;
  readonly fixed: number;
}

/** Runs a rule's smallest input twice, as it is and with the fix. */
export async function runHarm(harm: Harm, pauses: Pauses): Promise<ShownHarm> {
  const { fixed, request = {}, conditions = {} } = harm;
  return {
    asItIs: await figureOf(harm, harm.files, { ...request, ...conditions }, pauses),
    fixed: await figureOf(harm, fixedFiles(harm), { ...(fixed.request ?? request), ...conditions }, pauses),
  };
}

/** The files of a harm, for `readInput`. */
export function harmSources(
  { runtimeFile }: Harm,
  files: string,
): readonly { readonly name: string; readonly text: string }[] {
  return [{ name: 'harm.yaml', text: files }, ...(runtimeFile === undefined ? [] : [runtimeFile])];
}

async function figureOf(harm: Harm, files: string, request: RunRequest, pauses: Pauses): Promise<number> {
  const result = readInput(harmSources(harm, files), request);
  if (!result.ok)
    throw new Error(
      `the input of a harm is wrong: ${result.errors.map(({ message }) => message).join('; ')}`,
    );
  return harm.figure.of((await summarizeRun(result.input, {}, pauses)).summary);
}

/** The files of a harm with the fix in them. */
export function fixedFiles({ files, fixed }: Harm): string {
  return (fixed.replace ?? []).reduce((text, [from, to]) => text.replaceAll(from, to), files);
}

/** The figures by which the harm of a finding is shown. */
export const harmFigures = {
  slowestPod: {
    name: 'time until the slowest pod runs',
    unit: 'ms',
    of: ({ timeToRunningMs }) => timeToRunningMs?.max ?? Infinity,
  },
  middlePod: {
    name: 'time until half of the pods run',
    unit: 'ms',
    of: ({ timeToRunningMs }) => timeToRunningMs?.p50 ?? Infinity,
  },
  notRunning: {
    name: 'pods that do not run',
    unit: 'count',
    of: ({ pods }) => pods.notRunning + pods.rejected,
  },
  pulls: { name: 'pulls', unit: 'count', of: ({ pulls }) => pulls.calls },
  failures: {
    name: 'containers that failed for their image',
    unit: 'count',
    of: ({ failures }) => failures.reduce((sum, { count }) => sum + count, 0),
  },
  downloaded: { name: 'bytes downloaded', unit: 'bytes', of: ({ bytes }) => bytes.downloadedBytes },
  diskPressure: {
    name: 'times that a node was under disk pressure',
    unit: 'count',
    of: ({ nodes }) => nodes.diskPressure,
  },
  imagesRemoved: { name: 'images removed', unit: 'count', of: ({ nodes }) => nodes.imagesRemoved },
  gcFailures: { name: 'rounds of image GC that failed', unit: 'count', of: ({ nodes }) => nodes.gcFailures },
  knownBugs: {
    name: 'times that a known bug was met',
    unit: 'count',
    of: ({ knownBugs }) => knownBugs.reduce((sum, { times }) => sum + times, 0),
  },
} as const satisfies Readonly<Record<string, HarmFigure>>;

/** Pods with an image each, of 200 MB, or the first of another size. */
export function podsWithImages(count: number, first = '200MB'): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const pods = numbers.map(
    (n) =>
      `{ apiVersion: v1, kind: Pod, metadata: { name: app-${n} }, spec: { containers: [{ name: app, image: 'registry.example.com/app-${n}:1' }] } }`,
  );
  const images = numbers.map(
    (n) =>
      `  - { name: 'registry.example.com/app-${n}:1', layers: [{ size: ${n === 1 ? first : '200MB'} }] }`,
  );
  return [...pods, `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nimages:\n${images.join('\n')}`].join(
    '\n---\n',
  );
}

/** Pods of one Deployment, with one small image. */
export function manyPods(replicas: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'registry.example.com/web:1' }] }
---
{ apiVersion: windlass.dev/v1alpha1, kind: Scenario, images: [{ name: 'registry.example.com/web:1', size: 50MB }] }`;
}

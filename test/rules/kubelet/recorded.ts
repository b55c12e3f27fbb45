import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ContainerRestart, PodSpec } from '../../../src/rules/kubelet/pods/pod.ts';
import { container } from './pod-fixtures.ts';

interface RecordedContainer {
  readonly name: string;
  readonly image: string;
  readonly sidecar: boolean;
  readonly restart?: ContainerRestart;
}

/** A random pod (scripts/oracle/random-pods.mjs). */
export interface RecordedPod extends Pick<PodSpec, 'restartPolicy'> {
  readonly initContainers: readonly RecordedContainer[];
  readonly containers: readonly RecordedContainer[];
  readonly ephemeralContainers: readonly RecordedContainer[];
}

/** The part of its spec that is drawn. */
export function specOf({ restartPolicy, initContainers, containers, ephemeralContainers }: RecordedPod) {
  const specs = (list: readonly RecordedContainer[]) =>
    list.map((spec) => ({ ...container(spec.name), ...spec }));
  return {
    restartPolicy,
    initContainers: specs(initContainers),
    containers: specs(containers),
    ephemeralContainers: specs(ephemeralContainers),
  };
}

/** What is in a file that was recorded: a value a line. */
export function recordedIn<Recorded>(file: URL): readonly Recorded[] {
  return gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line): Recorded => JSON.parse(line));
}

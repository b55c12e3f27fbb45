import type {
  Script,
  ScriptCall,
  ScriptKubelet,
  ScriptPull,
  ScriptRuntime,
} from '../../../proof/conformance/imagemanager/script.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';

/**
 * Returns a script in a few lines for people: the settings, the images and answers of the runtime, then a
 * line for each call.
 */
export function scriptLines({ kubelet, featureGates = {}, runtime, calls }: Script, width: number): string[] {
  const gates = Object.entries(featureGates).map(([gate, isOn]) => `${gate} ${isOn ? 'on' : 'off'}`);
  const lines = [
    `kubelet: ${settingsText(kubelet)}`,
    ...(gates.length === 0 ? [] : [`feature gates: ${gates.join(', ')}`]),
    ...runtimeLines(runtime),
    ...calls.map(callText),
  ];
  return lines.flatMap((line) =>
    wrapWords(visibleText(line), width - 2).map((part, index) => (index === 0 ? part : `  ${part}`)),
  );
}

function settingsText(kubelet: ScriptKubelet): string {
  const { serializeImagePulls, maxParallelImagePulls, registryPullQPS, registryBurst, imagePullBackOff } =
    kubelet;
  const slots =
    maxParallelImagePulls === null
      ? 'any number of pulls'
      : `${maxParallelImagePulls} ${maxParallelImagePulls === 1 ? 'pull' : 'pulls'}`;
  const policy = kubelet.imagePullCredentialsVerificationPolicy;
  return [
    serializeImagePulls ? 'serialized pulls' : `${slots} at once`,
    registryPullQPS === 0 ? 'no QPS limit' : `${registryPullQPS} QPS with burst ${registryBurst}`,
    `back-off ${exactly(imagePullBackOff.initialMs)} to ${exactly(imagePullBackOff.maxMs)}`,
    ...(policy === undefined || policy === '' ? [] : [policy]),
  ].join(', ');
}

function exactly(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}

function runtimeLines({ images, inspect = {}, pulls = {}, removals = [] }: ScriptRuntime): string[] {
  return [
    ...images.map(
      ({ image, ref, size }) =>
        `present from the start: ${image}, reference ${JSON.stringify(ref)}, ${size} bytes`,
    ),
    ...Object.entries(inspect).map(
      ([image, outcomes]) =>
        `GetImageRef ${image}: ${inTurn(outcomes.map(({ error }) => (error ? `fails with ${JSON.stringify(error)}` : 'answers')))}`,
    ),
    ...Object.entries(pulls).map(
      ([image, outcomes]) => `PullImage ${image}: ${inTurn(outcomes.map(pullText))}`,
    ),
    ...removals.map(({ at, image }) => `at ${at} ms ${image} is removed`),
  ];
}

/** The last outcome of a list repeats. */
function inTurn(outcomes: readonly string[]): string {
  return outcomes.length < 2
    ? outcomes.join('')
    : `first ${outcomes.slice(0, -1).join(', then ')}, from then on ${outcomes.at(-1)}`;
}

function pullText({ takesMs = 0, error, ref = '', size = 0 }: ScriptPull): string {
  const after = takesMs === 0 ? 'at once' : `after ${takesMs} ms`;
  return error
    ? `fails ${after} with ${JSON.stringify(error)}`
    : `succeeds ${after}, reference ${JSON.stringify(ref)}, ${size} bytes`;
}

function callText({ at, id, pod, runtimeHandler, image, policy }: ScriptCall): string {
  const uid = pod.uid === pod.name ? '' : ` (uid ${pod.uid})`;
  const more = [
    ...(runtimeHandler ? [`, handler ${runtimeHandler}`] : []),
    ...(pod.annotations === undefined ? [] : [`, annotations ${JSON.stringify(pod.annotations)}`]),
  ].join('');
  return `at ${at} ms ${id}: pod ${pod.namespace}/${pod.name}${uid} wants ${JSON.stringify(image)}, ${policy || 'no policy'}${more}`;
}

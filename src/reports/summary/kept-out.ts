import type { HeaderRecord } from '../../trace/record.ts';
import { visibleText } from '../text/visible-text.ts';

/** The objects of an input that make no pods, and pods without a node. */
type KeptOut = Pick<HeaderRecord, 'ignoredKinds' | 'unknownKinds' | 'unplaced'>;

/**
 * Returns that an input has no pods, and what to do, or that none of them is simulated; its other warnings, and
 * which objects of it make no pods.
 */
export function noPodsReasons(input: KeptOut, warnings: readonly string[]): readonly string[] {
  const others = warnings.filter((warning) => !warning.startsWith('no pods in the input'));
  const hint = '  try: add the manifests of your pods, such as windlass run deployment.yaml kubelet.yaml';
  const first =
    (input.unplaced ?? []).length > 0
      ? ['no pod of the input is simulated: nothing would happen']
      : ['no pods in the input: nothing would happen', hint];
  return [...first, ...others, ...describeKeptOut(input)];
}

/** Workloads whose pods have no node that are named one by one, unless all are asked for. */
const unplacedMax = 2;

/** Returns which objects of the input make no pods here, counted by kind, and which pods no node takes. */
export function describeKeptOut(
  { ignoredKinds, unknownKinds = {}, unplaced = [] }: KeptOut,
  verbose = true,
): string[] {
  const counted = (kinds: Readonly<Record<string, number>>) =>
    Object.entries(kinds).map(([kind, count]) => `${count} ${visibleText(kind)}`);
  const shown = verbose ? unplaced.length : unplacedMax;
  const [ignored, unknown] = [counted(ignoredKinds), counted(unknownKinds)];
  return [
    ...(ignored.length === 0 ? [] : [`ignored, because these kinds pull no images: ${ignored.join(', ')}`]),
    ...(unknown.length === 0
      ? []
      : [
          `of other kinds, whose controllers may make pods that are not in the input (kubectl get pods shows them): ${unknown.join(', ')}`,
        ]),
    ...unplaced.slice(0, shown).map(unplacedText),
    ...(unplaced.length > shown
      ? [`${unplaced.length - shown} more workloads have pods without a node (-v: all)`]
      : []),
  ];
}

/**
 * `90 pods of Deployment/web have no node and are not simulated: 0/1 nodes are available: 1 Too many pods.`
 */
function unplacedText({ workload, pods, reason }: NonNullable<HeaderRecord['unplaced']>[number]): string {
  const who =
    pods === 1
      ? `1 pod of ${workload} has no node and is not simulated`
      : `${pods} pods of ${workload} have no node and are not simulated`;
  // The header has the scheduler's sentence alone; these are Kubernetes' words, which no release changes.
  return visibleText(
    `${who}: ${reason}${reason.includes('Too many pods') ? ' (--nodes N, or a higher maxPods)' : ''}`,
  );
}

import { figureRows } from '../../report/comparison/figure-rows.ts';

/** What a run can be changed by, for help texts. */
export const changeRows: readonly (readonly [string, string])[] = [
  ['a field of KubeletConfiguration', 'maxParallelImagePulls=5, evictionHard.imagefs.available=10%'],
  ['an option of windlass run, without dashes', 'link=1Gbit/s, kubelet-version=1.31, nodes=20, replicas=web=20'],
  ['a fault', 'fault="registryDown registry=ghcr.io until=40s"'],
  ["a field of the runtime's configuration", 'max_concurrent_downloads=6'],
  ['a file that is read beside the inputs', 'kubelet-next.yaml'],
];

/** What conditions about figures say, for help texts. */
export const conditionRows: readonly (readonly [string, string])[] = [
  ['FIGURE worse by AMOUNT', 'or better, more, less; an amount such as 10%, 5s, 1GB, 3; without it, any difference that is shown'],
  ['FIGURE > VALUE', 'or <, >=, <=; of the mean of the runs'],
  ['figures', `${figureRows.map(({ name }) => name).join(', ')}; p99 timeToRunning is time to running p99, too`],
];

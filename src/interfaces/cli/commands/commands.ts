import type { CommandModule, CommandRow } from './add-command.ts';

type Row = readonly [name: string, description: string, load: () => Promise<CommandModule>];

/**
 * The subcommands by the heading above them in the help of the program, in the order in which help lists
 * them.
 */
const groups: Readonly<Record<string, readonly Row[]>> = {
  Simulate: [
    ['run', 'simulate the image pulls of manifests', () => import('./run-command.ts')],
    ['example', 'list common questions, or explain one and run it', () => import('./example-command.ts')],
    ['ui', 'show runs in a web page, and try other settings', () => import('./ui-command.ts')],
    [
      'prepull',
      "simulate kubeadm's image pulls on a new control-plane node",
      () => import('./prepull-command.ts'),
    ],
  ],
  Ask: [
    [
      'compare',
      'compare settings, files, releases or runtimes over the same seeds',
      () => import('./compare-command.ts'),
    ],
    [
      'sweep',
      'run every combination of settings, and show where figures are best',
      () => import('./sweep-command.ts'),
    ],
    ['worker', 'make the runs of a sweep that other machines share', () => import('./worker-command.ts')],
    ['recommend', 'find the least change that meets a target', () => import('./recommend-command.ts')],
    [
      'upgrade',
      'show what a release of the kubelet changes for your pods',
      () => import('./upgrade-command.ts'),
    ],
    [
      'worst',
      'search the worst luck: draws, order of arrival, and faults that may happen',
      () => import('./worst-command.ts'),
    ],
    ['lint', 'find what will harm: file, line, reason, fix', () => import('./lint-command.ts')],
    [
      'explain',
      'show why a container started so late, and what would make it earlier',
      () => import('./explain-command.ts'),
    ],
    [
      'why',
      'say what happened to a pod, of what kubectl printed: piped or pasted',
      () => import('./why-command.ts'),
    ],
    [
      'verify',
      "ask whether a run of the model explains a cluster's events",
      () => import('./verify-command.ts'),
    ],
  ],
  Inputs: [
    [
      'import',
      "make a Scenario of your cluster's own data: nodes, pods, events, settings",
      () => import('./import-command.ts'),
    ],
    ['init', 'write a Scenario with every field, a comment for each', () => import('./init-command.ts')],
    ['images', 'show the sizes of the images, and their sources', () => import('./images-command.ts')],
    [
      'defaults',
      'list every default, where it comes from, and how to set it',
      () => import('./defaults-command.ts'),
    ],
    [
      'providers',
      'list what providers set on their nodes, and by what a node is known',
      () => import('./providers-command.ts'),
    ],
    [
      'assumptions',
      'find the missing figure that changes the answer most',
      () => import('./assumptions-command.ts'),
    ],
    ['calibrate', 'find the figures of your own node in its logs', () => import('./calibrate-command.ts')],
    ['schema', 'print a JSON Schema', () => import('./schema-command.ts')],
  ],
  'Look inside': [
    ['bugs', 'list known bugs of kubelet releases, and how to avoid them', () => import('./bugs-command.ts')],
    [
      'machines',
      'print the statecharts: a list, diagrams, JSON or SCXML',
      () => import('./machines-command.ts'),
    ],
    ['inspect', 'replay a trace in Stately Inspector', () => import('./inspect-command.ts')],
    ['check', 'check a trace against rules that must hold', () => import('./check-command.ts')],
    [
      'explore',
      'check every order of a run against these rules, within bounds',
      () => import('./explore-command.ts'),
    ],
  ],
  'Test other code': [
    [
      'registry',
      "serve a Scenario's images over HTTP, with its limits and faults",
      () => import('./registry-command.ts'),
    ],
    ['test', 'test your own image manager, or a container runtime', () => import('./test-command.ts')],
    ['paths', 'list test paths through a statechart', () => import('./paths-command.ts')],
    ['coverage', 'measure what the test paths reach', () => import('./coverage-command.ts')],
    [
      'conform',
      'run conformance scripts through the simulated kubelet',
      () => import('./conform-command.ts'),
    ],
  ],
  Shell: [
    [
      'version',
      'print versions: windlass, node, releases of kubelets and runtimes',
      () => import('./version-command.ts'),
    ],
    [
      'completion',
      'print a script with which the Tab key completes windlass',
      () => import('./completion-command.ts'),
    ],
  ],
};

const shown = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([name, description, load]): CommandRow => ({ name, group, description, load })),
);

/** All subcommands. */
export const commands: readonly CommandRow[] = [
  ...shown,
  {
    name: '__complete',
    group: 'Shell',
    description: 'what the scripts of completion call',
    isHidden: true,
    load: async () => (await import('./completion-command.ts')).completionOf(shown),
  },
];

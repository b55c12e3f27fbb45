import type { CommandHelp } from '../help/command-help.ts';
import type { PluginCommandName } from './cluster-reads.ts';

/** A command of the plugin, as its help has it. */
export interface PluginCommandRow {
  readonly name: PluginCommandName;
  readonly description: string;
  /** The names that it takes, for its usage. */
  readonly takes?: readonly [name: string, words: string] | undefined;
  readonly help: CommandHelp;
}

const names =
  'deploy/web, sts/db, pod/web-0 and the like (default: all deployments, statefulsets, daemonsets)';

/** The commands of the plugin, in the order of its help. */
export const pluginCommands: readonly PluginCommandRow[] = [
  {
    name: 'why',
    description: 'say why pods do not start, or start late',
    takes: ['[pods...]', 'names of pods (default: all)'],
    help: {
      examples: [
        ['Why does this pod not start?', 'kubectl windlass why web-0 -n shop'],
        ['And all pods of an application?', 'kubectl windlass why -l app=web -n shop'],
        ['All pods with events of the last hour', 'kubectl windlass why -A'],
      ],
    },
  },
  {
    name: 'run',
    description: 'simulate the image pulls of workloads on the nodes of the cluster',
    takes: ['[workloads...]', names],
    help: {
      about: ['Images that a node has are not pulled: --cold starts with empty nodes.'],
      examples: [
        ['How long would a rollout take on empty nodes?', 'kubectl windlass run deploy/web -n shop --cold'],
        [
          'Are parallel pulls faster?',
          'kubectl windlass run deploy/web --cold --set serializeImagePulls=false --set maxParallelImagePulls=5',
        ],
        ['Everything in the cluster', 'kubectl windlass run -A --cold --for 30m'],
      ],
    },
  },
  {
    name: 'lint',
    description: 'find what will harm: reason, fix',
    takes: ['[workloads...]', names],
    help: {
      examples: [
        ['What is wrong in this namespace?', 'kubectl windlass lint -n shop'],
        ['And in the whole cluster?', 'kubectl windlass lint -A'],
      ],
    },
  },
  {
    name: 'upgrade',
    description: 'show what a release of the kubelet changes for your pods',
    takes: ['[workloads...]', names],
    help: {
      about: ['--from is the release of most nodes, unless you give one.'],
      examples: [
        ['What breaks when I upgrade to 1.38?', 'kubectl windlass upgrade -A --to 1.38'],
        ['And for one workload?', 'kubectl windlass upgrade deploy/web -n shop --to 1.38'],
      ],
    },
  },
  {
    name: 'verify',
    description: 'ask whether a run of the model explains the events of the last hour',
    help: {
      about: ['The input is made of nodes, pods and events, as windlass import makes it.'],
      examples: [
        ['Does the model explain what happened?', 'kubectl windlass verify -n shop'],
        ['In the whole cluster', 'kubectl windlass verify -A'],
      ],
    },
  },
];

/** What the help of the plugin and that of each command say of kubectl. */
export const aboutKubectl =
  'kubectl is asked to get pods, their events, workloads, nodes and the settings of kubelets, and is never asked for Secrets. What it is asked for stands on stderr first.';

/** The help of the plugin itself. */
export const pluginHelp: CommandHelp = {
  about: [aboutKubectl],
  examples: [
    ['Why does this pod not start?', 'kubectl windlass why web-0'],
    ['How long would a rollout take on empty nodes?', 'kubectl windlass run deploy/web --cold'],
    ['What will harm?', 'kubectl windlass lint -A'],
    ['What breaks when I upgrade to 1.38?', 'kubectl windlass upgrade -A --to 1.38'],
    ['Does the model explain what happened?', 'kubectl windlass verify -A'],
    ['All options of a command', 'kubectl windlass run --help'],
  ],
};

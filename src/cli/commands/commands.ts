import type { AddCommand, RunCommandLine } from './add-command.ts';

interface CommandRow {
  readonly name: string;
  /** The heading above it in the help of the program. */
  readonly group: string;
  readonly description: string;
  /** Loads the command's own modules when it is used, because no command needs those of another. */
  readonly load: (run: RunCommandLine) => Promise<AddCommand>;
}

/** The subcommands in the order in which help lists them. */
export const commands: readonly CommandRow[] = [
  {
    name: 'run',
    group: 'Simulate',
    description: 'simulate the image pulls of manifests',
    load: async () => (await import('./run-command.ts')).runCommand,
  },
  {
    name: 'example',
    group: 'Simulate',
    description: 'list common questions, or explain one and run it',
    load: async (run) => (await import('./example-command.ts')).exampleCommand(run),
  },
  {
    name: 'ui',
    group: 'Simulate',
    description: 'show runs in a web page, and try other settings',
    load: async () => (await import('./ui-command.ts')).uiCommand,
  },
  {
    name: 'prepull',
    group: 'Simulate',
    description: "simulate kubeadm's image pulls on a new control-plane node",
    load: async () => (await import('./prepull-command.ts')).prepullCommand,
  },
  {
    name: 'compare',
    group: 'Ask',
    description: 'compare settings, files, releases or runtimes over the same seeds',
    load: async () => (await import('./compare-command.ts')).compareCommand,
  },
  {
    name: 'lint',
    group: 'Ask',
    description: 'find what will harm: file, line, reason, fix',
    load: async () => (await import('./lint-command.ts')).lintCommand,
  },
  {
    name: 'explain',
    group: 'Ask',
    description: 'tell why a container ran so late, and what would have been earlier',
    load: async () => (await import('./explain-command.ts')).explainCommand,
  },
  {
    name: 'import',
    group: 'Inputs',
    description: "make a Scenario of your cluster's own data: nodes, pods, events, settings",
    load: async () => (await import('./import-command.ts')).importCommand,
  },
  {
    name: 'init',
    group: 'Inputs',
    description: 'write a Scenario with every field, a comment for each',
    load: async () => (await import('./init-command.ts')).initCommand,
  },
  {
    name: 'images',
    group: 'Inputs',
    description: 'show how large the images are, and who says so',
    load: async () => (await import('./images-command.ts')).imagesCommand,
  },
  {
    name: 'defaults',
    group: 'Inputs',
    description: 'list every default, where it comes from, and how to set it',
    load: async () => (await import('./defaults-command.ts')).defaultsCommand,
  },
  {
    name: 'assumptions',
    group: 'Inputs',
    description: 'find the missing figure that changes the answer most',
    load: async () => (await import('./assumptions-command.ts')).assumptionsCommand,
  },
  {
    name: 'calibrate',
    group: 'Inputs',
    description: 'find the figures of your own node in its logs',
    load: async () => (await import('./calibrate-command.ts')).calibrateCommand,
  },
  {
    name: 'schema',
    group: 'Inputs',
    description: 'print a JSON Schema',
    load: async () => (await import('./schema-command.ts')).schemaCommand,
  },
  {
    name: 'bugs',
    group: 'Look inside',
    description: 'list known bugs of kubelet releases, and how to avoid them',
    load: async () => (await import('./bugs-command.ts')).bugsCommand,
  },
  {
    name: 'machines',
    group: 'Look inside',
    description: 'print the statecharts: a list, diagrams, JSON or SCXML',
    load: async () => (await import('./machines-command.ts')).machinesCommand,
  },
  {
    name: 'inspect',
    group: 'Look inside',
    description: 'replay a trace in Stately Inspector',
    load: async () => (await import('./inspect-command.ts')).inspectCommand,
  },
  {
    name: 'check',
    group: 'Look inside',
    description: 'check a trace against rules that must hold',
    load: async () => (await import('./check-command.ts')).checkCommand,
  },
  {
    name: 'test',
    group: 'Test other code',
    description: 'test your own image manager against the model',
    load: async () => (await import('./test-command.ts')).testCommand,
  },
  {
    name: 'paths',
    group: 'Test other code',
    description: 'list test paths through a statechart',
    load: async () => (await import('./paths-command.ts')).pathsCommand,
  },
  {
    name: 'coverage',
    group: 'Test other code',
    description: 'measure what the test paths reach',
    load: async () => (await import('./coverage-command.ts')).coverageCommand,
  },
  {
    name: 'conform',
    group: 'Test other code',
    description: 'run conformance scripts through the simulated kubelet',
    load: async () => (await import('./conform-command.ts')).conformCommand,
  },
];

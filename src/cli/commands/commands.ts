import type { AddCommand, RunCommandLine } from './add-command.ts';

interface CommandRow {
  readonly name: string;
  readonly description: string;
  /** Loads the command's own modules when it is used, because no command needs those of another. */
  readonly load: (run: RunCommandLine) => Promise<AddCommand>;
}

/** The subcommands in the order in which help lists them. */
export const commands: readonly CommandRow[] = [
  {
    name: 'run',
    description: 'simulate the image pulls of manifests',
    load: async () => (await import('./run-command.ts')).runCommand,
  },
  {
    name: 'example',
    description: 'list the examples that come with windlass, or explain and run one',
    load: async (run) => (await import('./example-command.ts')).exampleCommand(run),
  },
  {
    name: 'prepull',
    description: "simulate kubeadm's pull of the control plane's images on a node",
    load: async () => (await import('./prepull-command.ts')).prepullCommand,
  },
  {
    name: 'calibrate',
    description: "estimate a node's link, unpacking and registry latency from its logs",
    load: async () => (await import('./calibrate-command.ts')).calibrateCommand,
  },
  {
    name: 'import',
    description: "make a scenario of a cluster's own data: nodes, pods, events, settings of its kubelets",
    load: async () => (await import('./import-command.ts')).importCommand,
  },
  {
    name: 'init',
    description: 'write a commented scenario to start from',
    load: async () => (await import('./init-command.ts')).initCommand,
  },
  {
    name: 'schema',
    description: 'print the JSON Schema of the kinds Scenario and ImageCatalog',
    load: async () => (await import('./schema-command.ts')).schemaCommand,
  },
  {
    name: 'defaults',
    description: 'print every default: its value, whether it is measured, published or assumed, and how to set it',
    load: async () => (await import('./defaults-command.ts')).defaultsCommand,
  },
  {
    name: 'images',
    description: 'list the images of manifests: their sizes, layers, and where those come from',
    load: async () => (await import('./images-command.ts')).imagesCommand,
  },
  {
    name: 'assumptions',
    description: 'tell which of the figures that nobody gave moves the answer most, by running each halved and doubled',
    load: async () => (await import('./assumptions-command.ts')).assumptionsCommand,
  },
  {
    name: 'bugs',
    description: 'list the known bugs of kubelet releases: effect, source, how to avoid them',
    load: async () => (await import('./bugs-command.ts')).bugsCommand,
  },
  {
    name: 'check',
    description: 'check a trace against the invariants',
    load: async () => (await import('./check-command.ts')).checkCommand,
  },
  {
    name: 'conform',
    description: 'run conformance scripts (NDJSON) through the simulated kubelet and print their traces',
    load: async () => (await import('./conform-command.ts')).conformCommand,
  },
  {
    name: 'paths',
    description: 'generate test paths of a statechart: events with payloads, and the states they lead to',
    load: async () => (await import('./paths-command.ts')).pathsCommand,
  },
  {
    name: 'coverage',
    description: 'measure what the test paths reach of the statecharts',
    load: async () => (await import('./coverage-command.ts')).coverageCommand,
  },
  {
    name: 'machines',
    description: 'print the statecharts: a list, Mermaid diagrams, JSON for Stately Studio, SCXML',
    load: async () => (await import('./machines-command.ts')).machinesCommand,
  },
  {
    name: 'test',
    description: 'test another image manager against the model: paths, random scripts, properties',
    load: async () => (await import('./test-command.ts')).testCommand,
  },
  {
    name: 'ui',
    description: 'show runs in a web page, and try what other settings would do',
    load: async () => (await import('./ui-command.ts')).uiCommand,
  },
  {
    name: 'inspect',
    description: 'replay a trace in Stately Inspector',
    load: async () => (await import('./inspect-command.ts')).inspectCommand,
  },
];

/** An output of a run, for `-o` of the command line. The page can save some of them too. */
export interface Output {
  /** Its content, for help texts and menus. */
  readonly words: string;
  /** How the page offers it as a file. */
  readonly file?: { readonly title: string; readonly ending: string; readonly type: string };
}

/** One row for each output. The first is the default of `windlass run`. */
export const outputs = {
  timeline: { words: 'a row for each container: when it waited, pulled and ran, and why' },
  events: {
    words:
      'the events that kubectl get events shows at that moment; with --all those that were held back or dropped, too',
  },
  pods: { words: 'as kubectl get pods lists them' },
  describe: { words: 'as kubectl describe pod shows them' },
  prometheus: { words: "the kubelets' metrics, as their /metrics pages have them" },
  summary: { words: 'times, pulls, bytes and failures' },
  json: { words: 'the summary as JSON' },
  markdown: { words: 'the summary as Markdown, for the summary of a job or a comment' },
  github: { words: 'the answer as an annotation of a GitHub workflow' },
  csv: {
    words: 'a line for each container and image volume, with its phases in columns',
    file: { title: 'CSV', ending: 'csv', type: 'text/csv' },
  },
  perfetto: {
    words: 'a trace that ui.perfetto.dev opens',
    file: { title: 'Perfetto', ending: 'perfetto.json', type: 'application/json' },
  },
  trace: {
    words: 'every record of the run as NDJSON, for windlass itself and for scripts',
    file: { title: 'Trace', ending: 'ndjson', type: 'application/x-ndjson' },
  },
} as const satisfies Readonly<Record<string, Output>>;

export type OutputName = keyof typeof outputs;

/** The outputs that the page can save. */
export type SavedOutput = {
  [Name in OutputName]: (typeof outputs)[Name] extends { file: object } ? Name : never;
}[OutputName];

/** The rows with their names, for code that treats all of them alike. */
export const outputRows = Object.entries(outputs) as readonly (readonly [OutputName, Output])[];

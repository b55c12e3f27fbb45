import { ActorFilter } from '../../inspector/actor-filter.ts';
import { StepSelection } from '../../inspector/step-selection.ts';
import { replayStepsMax } from '../../page/replay/replay-boot.ts';
import { TraceReader } from '../../trace/read-trace.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { addInspectOptions, type InspectOptions } from '../pages/inspect-options.ts';
import { showReplay } from '../pages/show-replay.ts';
import { checkWritable } from '../run/check-writable.ts';
import { streamLines } from '../run/stream-lines.ts';
import type { Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

const howToMake = 'A trace with steps is made by: windlass run … -o trace --steps --out run.ndjson';

const help = `
Replays what the statecharts of a run did, at human speed, in Stately Inspector: a page on this machine (127.0.0.1) has the
inspector that Stately hosts in a frame, and gives it the run's messages in your browser. Without a network the viewer that
comes with Windlass stands in. The trace must have steps; windlass run … --inspect needs no trace.

Examples:
  $ windlass run deployment.yaml --inspect
  $ windlass run deployment.yaml -o trace --steps --out run.ndjson
  $ windlass inspect run.ndjson
  $ windlass inspect run.ndjson --actors 'default/web-0, pullSlots'
  $ windlass inspect run.ndjson --inspector-url own
  $ windlass inspect run.ndjson --out replay.html

--actors: a comma is or, a blank is and, * stands for any characters.
stdout has the address, in one line; Ctrl-C ends the server.`;

/** `windlass inspect`: a stored run in Stately Inspector. */
export const inspectCommand: AddCommand = (command, terminal, end) => {
  command
    .argument('<trace>', 'a file that run -o trace --steps has written, or - for stdin')
    .option('--out <file>', 'write one HTML file that needs no network, and serve nothing')
    .addHelpText('after', help);
  addInspectOptions(command).action(async (file: string, options: InspectOptions) => {
    await inspect(file, options, terminal);
    end(exitCode.ok);
  });
};

async function inspect(file: string, options: InspectOptions, terminal: Terminal): Promise<void> {
  await checkWritable(terminal.cwd, options.out);
  const title = file === '-' ? '<stdin>' : file;
  const reader = new TraceReader();
  for await (const { text } of streamLines(file, terminal)) if (!reader.add(text)) break;
  const read = reader.end();
  if (!read.ok)
    throw new CommandError(
      exitCode.input,
      `${title}:${read.line}: this is not a trace that can be replayed\n${read.message}\n${howToMake}`,
    );
  const [header] = read.records;
  if (read.steps.length === 0 || header?.type !== 'header')
    throw new CommandError(exitCode.input, `${title}: this trace has records, but no steps of statecharts\n${howToMake}`);
  if (!read.complete)
    terminal.stderr.write(`windlass: warning: ${title} has no end record: it was cut short, and the replay ends where it does\n`);
  const selection = new StepSelection(new ActorFilter(options.actors ?? ''), replayStepsMax);
  for (const step of read.steps) selection.add(step);
  await showReplay({ title, epoch: header.epoch, selection }, options, terminal);
}

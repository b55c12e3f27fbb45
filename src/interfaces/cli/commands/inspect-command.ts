import { ActorFilter } from '../../../charts/inspector/actor-filter.ts';
import { StepSelection } from '../../../charts/inspector/step-selection.ts';
import { TraceReader } from '../../../trace/read-trace.ts';
import { replayStepsMax } from '../../page/replay/replay-boot.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { checkWritable } from '../files/check-writable.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { addInspectOptions, type InspectOptions } from '../pages/inspect-options.ts';
import { showReplay } from '../pages/show-replay.ts';
import { shownName, streamLines } from '../run/stream-lines.ts';
import { type Terminal, tellWarning } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

const howToMake = 'A trace with steps is made by: windlass run … -o trace --steps --out run.ndjson';

export const help: CommandHelp = {
  about: [
    'Shows what the statecharts of a run did, at a speed that people can follow. A page on this machine (127.0.0.1) has Stately Inspector, which Stately hosts, in a frame. Without a network, a viewer that comes with Windlass is used. The trace must have steps; windlass run --inspect needs no trace.',
    'In --actors a comma means or, a blank means and, * is any text. stdout has the address, in one line. Ctrl-C ends the server.',
  ],
  examples: [
    ['Run and replay at once', 'windlass run deployment.yaml --inspect'],
    ['Store a run with its steps', 'windlass run deployment.yaml -o trace --steps --out run.ndjson'],
    ['Replay it', 'windlass inspect run.ndjson'],
    ['Replay one pod and the pull slots', "windlass inspect run.ndjson --actors 'default/web-0, pullSlots'"],
    ['Without any other page', 'windlass inspect run.ndjson --inspector-url own'],
    ['Send it to somebody', 'windlass inspect run.ndjson --out replay.html'],
  ],
};

/** `windlass inspect`: a stored run in Stately Inspector. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('<trace>', 'a file written by windlass run -o trace --steps, or - for stdin')
    .option('--out <file>', 'write one HTML file that needs no network, instead of serving a page');
  addInspectOptions(command).action(async (file: string, options: InspectOptions) => {
    await inspect(file, options, terminal);
    end(exitCode.ok);
  });
};

async function inspect(file: string, options: InspectOptions, terminal: Terminal): Promise<void> {
  await checkWritable(terminal.cwd, [options.out], [file]);
  const title = shownName(file);
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
    throw new CommandError(
      exitCode.input,
      `${title}: this trace has records, but no steps of statecharts\n${howToMake}`,
    );
  if (!read.complete)
    tellWarning(terminal, `${title} has no end record: it was cut short, and the replay ends where it does`);
  const selection = new StepSelection(new ActorFilter(options.actors ?? ''), replayStepsMax);
  for (const step of read.steps) selection.add(step);
  await showReplay({ title, epoch: header.epoch, selection }, options, terminal);
}

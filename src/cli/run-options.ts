import { type Command, Option } from 'commander';
import { seedMax } from '../input/seed-max.ts';
import { durationMicros } from './duration-micros.ts';
import { addInspectOptions } from './inspect-options.ts';
import { quietOption } from './quiet.ts';
import { repeatable } from './repeatable.ts';
import { wholeNumber } from './whole-number.ts';

const outputs = ['timeline', 'events', 'pods', 'describe', 'prometheus', 'summary', 'trace', 'json', 'csv', 'perfetto'] as const;
const failures = ['not-running', 'any-failure'] as const;
const seedsMax = 100_000;

/** The options of `windlass run`, checked as far as the command line goes; the input stage checks what it shares with files. */
export interface RunOptions {
  readonly set: readonly string[];
  readonly imageSize: readonly string[];
  readonly fault: readonly string[];
  readonly link?: string;
  readonly for?: number;
  readonly at?: number;
  readonly pod?: string;
  readonly node?: string;
  readonly seed?: number;
  readonly seeds?: number;
  readonly kubeletVersion?: string;
  readonly runtime?: string;
  readonly runtimeConfig: readonly string[];
  readonly platform?: string;
  readonly output?: (typeof outputs)[number];
  readonly failOn?: (typeof failures)[number];
  readonly out?: string;
  readonly report?: string;
  readonly quiet?: true;
  readonly steps?: true;
  readonly inspect?: true;
  /** How `--inspect` shows it: options of `windlass inspect`. */
  readonly actors?: string;
  readonly inspectorUrl?: string;
  readonly port?: number;
  readonly open: boolean;
}

/** Adds the options to the command; `--for` and `--at` become whole microseconds. */
export function addRunOptions(command: Command): Command {
  const options = command
    .addOption(new Option('-o, --output <what>', 'what to print (default: timeline; with --seeds: summary)').choices(outputs))
    .option('--out <file>', 'write there instead of stdout; the file appears when it is complete')
    .option('--report <file>', 'write a report as one HTML file; without -o it is all that is written')
    .option('--steps', 'with -o trace: what every statechart did too, event by event; not by default, since it is ten times as much')
    .option('--set <field=value>', 'override a field of the KubeletConfiguration; repeatable', repeatable, [])
    .option('--for <duration>', 'the horizon: when the run stops at the latest, such as 15m', durationMicros)
    .option('--at <duration>', 'what is printed, as of this moment, such as 90s', durationMicros)
    .option('--pod <name>', 'only pods of this name, such as web-0, default/web-0 or web-*; for -o describe, events and pods')
    .option('--node <name>', 'with -o describe: this node; with -o prometheus: the page of this node only')
    .option('--seed <n>', 'determines all chance', wholeNumber(0, seedMax))
    .option('--seeds <n>', 'run n seeds, from --seed on, and print each figure with its range', wholeNumber(1, seedsMax))
    .option('--kubelet-version <version>', 'whose rules hold, such as 1.31; before what a Node says')
    .option('--runtime <runtime>', 'such as containerd://1.6 or containerd://2.4')
    .option(
      '--runtime-config <name=value>',
      "an option of the runtime's own configuration, such as max_concurrent_downloads=6; repeatable",
      repeatable,
      [],
    )
    .option('--platform <platform>', 'which image of an index is pulled, such as linux/arm64')
    .option('--image-size <image=size>', 'the compressed size of an image, such as app=300MB; repeatable', repeatable, [])
    .option('--link <rate>', "every node's network link, such as 1Gbit/s, 10MB/s or unlimited")
    .option('--fault <words>', "a fault in a Scenario's words, such as 'stall from=10s'; repeatable", repeatable, [])
    .addOption(
      new Option('--fail-on <what>', 'exit with 4 if a container that should run does not at the end, or if any pull failed').choices(
        failures,
      ),
    )
    .option(...quietOption)
    .option('--inspect', 'replay the run in Stately Inspector: a local page; with --out, one HTML file');
  return addInspectOptions(options, 'with --inspect: ');
}

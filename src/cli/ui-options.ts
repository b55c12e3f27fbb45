import type { Command } from 'commander';
import { seedMax } from '../input/seed-max.ts';
import type { RunSettings } from '../page/run-settings.ts';
import { durationMicros } from './duration-micros.ts';
import { repeatable } from './repeatable.ts';
import { wholeNumber } from './whole-number.ts';

/** The options of `windlass ui`: those of `windlass run` that change a run, as texts that the page can show and share. */
export interface UiOptions {
  readonly set: readonly string[];
  readonly imageSize: readonly string[];
  readonly fault: readonly string[];
  readonly link?: string;
  readonly for?: string;
  readonly seed?: number;
  readonly kubeletVersion?: string;
  readonly runtime?: string;
  readonly runtimeConfig: readonly string[];
  readonly port?: number;
  readonly open: boolean;
}

const portMax = 65_535;

/** Adds the options to the command. */
export function addUiOptions(command: Command): Command {
  return command
    .option('--set <field=value>', 'override a field of the KubeletConfiguration; repeatable', repeatable, [])
    .option('--for <duration>', 'the horizon: when the run stops at the latest, such as 15m', durationText)
    .option('--seed <n>', 'determines all chance', wholeNumber(0, seedMax))
    .option('--kubelet-version <version>', 'whose rules hold, such as 1.31; before what a Node says')
    .option('--runtime <runtime>', 'such as containerd://1.6 or containerd://2.4')
    .option('--runtime-config <name=value>', "an option of the runtime's own configuration; repeatable", repeatable, [])
    .option('--image-size <image=size>', 'the compressed size of an image, such as app=300MB; repeatable', repeatable, [])
    .option('--link <rate>', "every node's link, such as 100Mbit/s")
    .option('--fault <fault>', "such as 'registryDown registry=ghcr.io from=0s until=40s'; repeatable", repeatable, [])
    .option('--port <n>', 'of 127.0.0.1; default: a free one', wholeNumber(1, portMax))
    .option('--no-open', 'only print the address');
}

/** What the page begins with. */
export function settingsOf(options: UiOptions): RunSettings {
  return {
    set: options.set,
    imageSizes: options.imageSize,
    faults: options.fault,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.for === undefined ? {} : { horizon: options.for }),
    ...(options.kubeletVersion === undefined ? {} : { kubeletVersion: options.kubeletVersion }),
    ...(options.runtime === undefined ? {} : { runtime: options.runtime }),
    ...(options.runtimeConfig.length === 0 ? {} : { runtimeConfig: options.runtimeConfig }),
    ...(options.link === undefined ? {} : { link: options.link }),
  };
}

/** Which of them have been given and change a run. */
export function hasSettings({ set, imageSizes, faults, ...others }: RunSettings): boolean {
  return set.length + imageSizes.length + faults.length > 0 || Object.keys(others).length > 0;
}

/** The page takes it as it was written, once it is known to be right. */
function durationText(text: string): string {
  durationMicros(text);
  return text;
}

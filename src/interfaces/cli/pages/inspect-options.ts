import { type Command, InvalidArgumentError } from 'commander';
import { hostedInspectorUrl } from '../../page/replay/replay-boot.ts';
import { wholeNumber } from '../command-options.ts';

/** The options of a replay, in `windlass inspect` and `windlass run --inspect`. */
export interface InspectOptions {
  readonly actors?: string;
  readonly inspectorUrl?: string;
  readonly port?: number;
  readonly open: boolean;
  readonly out?: string;
}

/** The value of `--inspector-url` for no other page. */
export const noInspector = 'own';

const portMax = 65_535;

/** Adds the options, except `--out`, which `run` has already. */
export function addInspectOptions(command: Command, when = ''): Command {
  return command
    .option(
      '--actors <patterns>',
      `${when}show only these machines, pods or parts of names, such as 'imagePull, default/web-*'`,
    )
    .option(
      '--inspector-url <url>',
      `${when}the address of the inspector, or own for the viewer that comes with Windlass`,
      inspectorUrl,
    )
    .option('--port <n>', `${when}the port on 127.0.0.1 (default: a free one)`, wholeNumber(1, portMax))
    .option('--no-open', `${when}print the address, and open no browser`);
}

function inspectorUrl(text: string): string {
  if (text === noInspector) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === '') return url.href;
  throw new InvalidArgumentError(
    `Expected the address of a page, such as ${hostedInspectorUrl}, or ${noInspector}.`,
  );
}

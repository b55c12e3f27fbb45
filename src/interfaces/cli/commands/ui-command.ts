import { exitCode } from '../command-error.ts';
import { wholeNumber } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import type { ServeOptions } from '../pages/show-page.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import type { AddCommand } from './add-command.ts';

const portMax = 65_535;

export const help: CommandHelp = {
  about: [
    'Inputs are those of windlass run, or one stored trace (windlass run … -o trace), which is shown and cannot be changed. Without inputs the page starts empty: drop files on it, or choose a question or an example.',
    'Only this machine can open the page (127.0.0.1), and only with its address, which holds a secret. It loads nothing from elsewhere, with one exception: Export opens Stately Inspector, which Stately hosts, in a new tab.',
    'stdout has the address, in one line. Ctrl-C ends the server.',
  ],
  examples: [
    ['Where do I start?', 'windlass ui'],
    ['What does my deployment wait for?', 'windlass ui deployment.yaml'],
    [
      'With a scenario and other settings',
      'windlass ui manifests/ scenario.yaml --set serializeImagePulls=false',
    ],
    ['Look at a stored run', 'windlass ui run.ndjson'],
    ['On a machine without a browser', 'windlass ui --no-open --port 8080'],
  ],
};

/** `windlass ui`: the web page, on this machine. */
export const add: AddCommand = (command, terminal, end) => {
  command.argument('[inputs...]', 'files, folders, globs, - for stdin, or a stored trace');
  addRequestOptions(command)
    .option('--port <n>', 'the port on 127.0.0.1 (default: a free one)', wholeNumber(1, portMax))
    .option('--no-open', 'print the address, and open no browser')
    .action(async (inputs: string[], options: ServeOptions) => {
      // Loaded on demand: other commands need no server.
      const { showPage } = await import('../pages/show-page.ts');
      await showPage(inputs, requestOf(options), options, terminal);
      end(exitCode.ok);
    });
};

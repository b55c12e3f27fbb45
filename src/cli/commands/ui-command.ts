import { exitCode } from '../exit-code.ts';
import type { ServeOptions } from '../pages/show-page.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { wholeNumber } from '../whole-number.ts';
import type { AddCommand } from './add-command.ts';

const portMax = 65_535;

const help = `
Inputs are those of \`windlass run\`, or one stored trace (windlass run … -o trace), which is shown but cannot be changed.
Without inputs the page offers the examples and takes files that are dropped onto it.

The page is served to this machine only (127.0.0.1), at an address with a secret in it, and it loads nothing from elsewhere, unless
you open a run in Stately Inspector (Export): that frames the inspector that Stately hosts, in a new tab.
stdout has the address, in one line; Ctrl-C ends the server.

Examples:
  $ windlass ui deployment.yaml
  $ windlass ui manifests/ scenario.yaml --set serializeImagePulls=false
  $ windlass ui run.ndjson
  $ windlass ui --no-open --port 8080`;

/** `windlass ui`: the web page, on this machine. */
export const uiCommand: AddCommand = (command, terminal, end) => {
  command.argument('[inputs...]', 'files, folders, globs, - for stdin, or a stored trace').addHelpText('after', help);
  addRequestOptions(command)
    .option('--port <n>', 'of 127.0.0.1; default: a free one', wholeNumber(1, portMax))
    .option('--no-open', 'only print the address')
    .action(async (inputs: string[], options: ServeOptions) => {
      // Loaded on demand: other commands need no server.
      const { showPage } = await import('../pages/show-page.ts');
      await showPage(inputs, requestOf(options), options, terminal);
      end(exitCode.ok);
    });
};

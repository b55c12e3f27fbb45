import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { profiles } from '../../../rules/kubelet/profiles/profiles.ts';
import {
  containerd16,
  containerd17,
  containerd21,
  containerd24,
  criO,
} from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { traceFormat } from '../../../trace/trace-format.ts';
import { exitCode } from '../command-error.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { columnsOf } from '../terminal.ts';
import { version } from '../version.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = { examples: [['What is installed here?', 'windlass version']] };

/** `windlass version`: what a report of a defect should say, and which releases have rules of their own. */
export const add: AddCommand = (command, terminal, end) => {
  command.action(() => {
    const rows = [
      ['windlass', version],
      ['node', terminal.nodeVersion ?? 'unknown'],
      ['kubelet', `releases with rules of their own: ${profiles.map(({ release }) => release).join(', ')}`],
      [
        'runtimes',
        [containerd16, containerd17, containerd21, containerd24, criO]
          .map(({ name, isMeasured }) => `${name}${isMeasured ? '' : ' (not measured)'}`)
          .join(', '),
      ],
      ['traces', traceFormat],
    ] as const;
    const lines = rows.flatMap(([name, text]) =>
      wrapWords(text, Math.max(30, columnsOf(terminal) - 10)).map(
        (line, index) => `${(index === 0 ? name : '').padEnd(10)}${line}\n`,
      ),
    );
    terminal.stdout.write(lines.join(''));
    end(exitCode.ok);
  });
};

import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import type { ProviderRow } from '../../../inputs/providers/provider-row.ts';
import { findProvider, providerIds, providerRows } from '../../../inputs/providers/provider-rows.ts';
import { type ProviderEntry, providerEntry } from '../../../inputs/providers/provider-table.ts';
import { cellText, pullsText } from '../../../inputs/providers/provider-text.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { outputOption } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'What node images of EKS, AKS, GKE, OpenShift, k3s and others set for image pulls, from their public sources. A run takes it where your files say nothing else: the node is known by what its Node object says, by documents that only one provider has, or by --provider.',
    'A fact that is "unset" is left to the upstream default; one that is not listed is not public. Facts marked * are applied by a run.',
  ],
  examples: [
    ['Which providers are known?', 'windlass providers'],
    ['What does EKS set on AL2023, and where is that written?', 'windlass providers eks-al2023'],
    ['As JSON', 'windlass providers -o json'],
  ],
};

interface ProvidersOptions {
  readonly output: 'text' | 'json';
}

/** `windlass providers`: the table of providers, or all that is known of one. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[provider]', 'one of the table, with every fact and its source')
    .addOption(outputOption(['text', 'json'], 'text'))
    .action((id: string | undefined, { output }: ProvidersOptions) => {
      const rows = id === undefined ? providerRows : [requireProvider(id)];
      const entries = rows.map(providerEntry);
      if (output === 'json') terminal.stdout.write(jsonText('ProviderList', { items: entries }));
      else
        terminal.stdout.write(
          id === undefined ? table(rows) : entries.map((each) => block(each, terminal)).join(''),
        );
      end(exitCode.ok);
    });
};

function requireProvider(id: string): ProviderRow {
  const row = findProvider(id);
  if (row !== undefined) return row;
  const meant = didYouMean(id, providerIds);
  const hint = meant === undefined ? `one of ${providerIds.join(', ')}` : `did you mean ${meant}?`;
  throw new CommandError(exitCode.usage, `no provider ${id}: ${hint}`);
}

function table(rows: readonly ProviderRow[]): string {
  const lines = [
    ['PROVIDER', 'NAME', 'PULLS', 'SANDBOX IMAGE ON DISK'],
    ...rows.map(({ id, name, facts }) => {
      const onDisk = facts.sandboxImageOnDisk;
      return [id, name, pullsText(facts), onDisk === undefined ? 'not public' : cellText(onDisk.value)];
    }),
  ];
  const widths = [0, 1, 2].map((index) => largest(lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('   ')
          .trimEnd()}\n`,
    )
    .join('');
}

function block({ id, name, signs, facts, unknown }: ProviderEntry, terminal: Terminal): string {
  const width = Math.min(columnsOf(terminal), 120);
  const indented = (text: string, by: number) =>
    wrapWords(text, Math.max(30, width - by)).map((line) => `${' '.repeat(by)}${line}`);
  const known =
    signs.length === 0 ? ['Known by --provider only.'] : signs.map((sign) => `A Node with ${sign}.`);
  return [
    `${id}: ${name}`,
    ...known.flatMap((sentence) => indented(sentence, 2)),
    '',
    ...facts.flatMap(({ column, value, applied, confidence, sources }) => [
      ...indented(
        `${column}: ${value}${applied ? ' *' : ''}${confidence === 'high' ? '' : ` (${confidence} confidence)`}`,
        2,
      ),
      ...sources.flatMap((source) => indented(source, 6)),
    ]),
    '',
    ...indented(`Not public: ${unknown.join(', ')}.`, 2),
    '',
  ].join('\n');
}

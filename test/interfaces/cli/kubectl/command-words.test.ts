import { Command } from 'commander';
import { expect, test } from 'vitest';
import { ordinaryWords } from '../../../../src/interfaces/cli/kubectl/command-words.ts';
import { addKubectlOptions } from '../../../../src/interfaces/cli/kubectl/kubectl-options.ts';

const command = new Command('run')
  .option('-o, --output <what>', '')
  .option('-q, --quiet', '')
  .option('--seeds [n]', '')
  .option('--set <field>', '');
addKubectlOptions(command);

test.each([
  ['web -o json', '-o json'],
  ['-ojson web', '-ojson'],
  ['--output=json web', '--output=json'],
  ['-n shop web -q', '-q'],
  ['-nshop -q', '-q'],
  ['--namespace=shop --set a=b', '--set a=b'],
  ['-Aq web', '-q'],
  ['-qA', '-q'],
  ['-Aojson', '-ojson'],
  ['-Ano json', ''],
  ['--set -n --set -A', '--set -n --set -A'],
  ['--seeds 3 web', '--seeds 3'],
  ['--seeds -q', '--seeds -q'],
  ['-q -- -o json', '-q'],
  ['-l app=web,tier!=db --context prod --kubeconfig k --save kept', ''],
  ['', ''],
])('of %j the ordinary command gets %j', (line, ordinary) => {
  expect(ordinaryWords(line.split(' '), command.options).join(' ')).toBe(ordinary);
});

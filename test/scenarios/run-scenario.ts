import { runInProcess } from '../interfaces/cli/run-in-process.ts';

/** One block of a scenario file: `command`, a line `----`, and the output up to the end of the block. */
export interface ScenarioBlock {
  readonly command: string;
  readonly output: string;
}

/**
 * A scenario file: what it shows, then `input` blocks (YAML, for the commands after it) and command lines,
 * each with its output behind `----`. Blocks are parted by a line of `====`.
 */
export interface ScenarioFile {
  readonly title: string;
  readonly input: string;
  readonly blocks: readonly ScenarioBlock[];
}

const parting = '\n====\n';
const beforeOutput = '\n----\n';

export function parseScenario(text: string): ScenarioFile {
  const [head = '', ...rest] = text.replace(/\n$/, '').split(parting);
  const [title = '', ...yaml] = head.split(beforeOutput);
  const blocks = rest.map((block) => {
    // A new block has no output yet: `npm run update` writes it.
    const at = `${block}\n`.indexOf(beforeOutput);
    if (at < 0) throw new Error(`no line ---- after the command ${block}`);
    return { command: block.slice(0, at).trim(), output: block.slice(at + beforeOutput.length) };
  });
  return { title, input: yaml.join(beforeOutput), blocks };
}

export function formatScenario({ title, input, blocks }: ScenarioFile): string {
  return [
    `${title}${beforeOutput}${input}`,
    ...blocks.map(({ command, output }) => `${command}${beforeOutput}${output}`),
  ]
    .join(parting)
    .concat('\n');
}

/**
 * Carries out a block's command line with the file's input on stdin: stdout, then what stderr says with an
 * exit code that is not 0.
 */
export async function outputOf({ input }: ScenarioFile, { command }: ScenarioBlock): Promise<string> {
  const [verb = '', ...words] = command.split(/\s+/);
  const { stdout, stderr, code } = await runInProcess(
    verb === 'run' ? ['run', '-', ...words] : [verb, ...words],
    { stdin: input },
  );
  const text = code === 0 ? stdout : `${stdout}${stderr}exit code ${code}\n`;
  return text.replace(/\n$/, '').replace(/[ \t]+$/gm, '');
}

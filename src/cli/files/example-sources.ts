import { join } from 'node:path';
import type { ExampleSource } from '../../page/boot.ts';
import { splitWords } from '../split-words.ts';
import { type Example, exampleRoot, readExamples } from './examples.ts';
import { readSources } from './read-sources.ts';

/** The examples with their manifests, as the page offers them: what the first `windlass run` of each one's README.md reads. */
export async function readExampleSources(): Promise<ExampleSource[]> {
  const examples = await readExamples();
  return Promise.all(
    examples.map(async (example) => {
      const sources = await readSources(inputsOf(example), { cwd: exampleRoot(), stdin: nothing() });
      return { name: example.name, title: example.title, sources };
    }),
  );
}

function inputsOf({ name, commands }: Example): readonly string[] {
  const [, ...words] = splitWords(commands.find((command) => command.startsWith('run ')) ?? '');
  const options = words.findIndex((word) => word.startsWith('-'));
  const inputs = options === -1 ? words : words.slice(0, options);
  return inputs.length === 0 ? [join('examples', name)] : inputs;
}

async function* nothing(): AsyncGenerator<string> {}

import { join } from 'node:path';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { readTrace } from '../../../trace/read-trace.ts';
import type { Boot, ExampleSource } from '../../page/boot.ts';
import type { RunOrigin } from '../../page/worker/worker-protocol.ts';
import { pageHtml, replayPage, replayPageOf } from '../../web/page-html.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { type Example, exampleRoot, readExamples, splitWords } from '../files/examples.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { loneTrace } from '../files/stored-trace.ts';
import { type Terminal, tellWarning } from '../terminal.ts';
import { builtAssets, servePages } from './serve-pages.ts';

/** How the page is served. */
export interface ServeOptions {
  readonly port?: number;
  readonly open: boolean;
}

/**
 * Serves the page of these inputs until Ctrl-C. If they are wrong, throws a `CommandError` before it serves
 * anything.
 */
export async function showPage(
  inputs: readonly string[],
  request: RunRequest,
  { open, port }: ServeOptions,
  terminal: Terminal,
): Promise<void> {
  const boot = await bootOf(inputs, request, terminal);
  const assets = await builtAssets(terminal);
  const title = inputs.length === 0 ? 'Windlass' : `${inputs.join(' ')} · Windlass`;
  const html = pageHtml({ title, entry: 'app', mode: 'served', boot: { ...boot, replayPage }, assets });
  const pages = new Map([
    ['', { html }],
    [replayPage, replayPageOf(assets, 'served')],
  ]);
  await servePages({ assets, pages, open, ...(port === undefined ? {} : { port }) }, terminal);
}

async function bootOf(inputs: readonly string[], settings: RunRequest, terminal: Terminal): Promise<Boot> {
  const examples = await readExampleSources();
  if (inputs.length === 0) {
    if (Object.keys(settings).length > 0)
      throw new CommandError(exitCode.usage, 'settings need an input, such as: windlass ui deployment.yaml');
    return { examples };
  }
  const { request, warnings } = pageRequest(await readSources(inputs, terminal, []), settings);
  for (const warning of warnings) tellWarning(terminal, warning);
  return { request, examples };
}

/**
 * Returns the examples with their manifests for the page: what the first `windlass run` of each README.md
 * reads.
 */
export async function readExampleSources(): Promise<ExampleSource[]> {
  const examples = await readExamples();
  return Promise.all(
    examples.map(async (example) => {
      const sources = await readSources(inputsOf(example), { cwd: exampleRoot(), stdin: nothing() }, []);
      const { name, title, question, paragraphs } = example;
      return { name, title, question, story: paragraphs, sources };
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

/** What the page should show, and warnings before that. */
interface PageRequest {
  readonly request: RunOrigin;
  readonly warnings: readonly string[];
}

const traceLengthMax = 200_000_000;

/**
 * Checks the inputs as `windlass run` does, so that an error is reported here and not only in a browser.
 * Throws a `CommandError`.
 */
function pageRequest(sources: readonly SourceText[], settings: RunRequest): PageRequest {
  const trace = loneTrace(sources, settings);
  if (trace === undefined) return simulateRequest(sources, settings);
  return showRequest(trace);
}

function simulateRequest(sources: readonly SourceText[], settings: RunRequest): PageRequest {
  const read = inputOrFail(sources, settings);
  failWithoutPods(read);
  return { request: { kind: 'simulate', sources, settings }, warnings: read.warnings };
}

function showRequest({ name, text }: SourceText): PageRequest {
  if (text.length > traceLengthMax)
    throw new CommandError(
      exitCode.input,
      `${name}: ${text.length} characters: the page shows traces of up to ${traceLengthMax}`,
    );
  const read = readTrace(text);
  if (!read.ok) throw new CommandError(exitCode.input, `${name}:${read.line}: ${read.message}`);
  const warnings = read.complete ? [] : [`${name}: the trace has no end: it was cut short`];
  return { request: { kind: 'show', name, trace: text }, warnings };
}

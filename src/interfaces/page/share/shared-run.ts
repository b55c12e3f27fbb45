import { isMapping } from '../../../inputs/documents/mapping.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import {
  type RunRequest,
  redactedRequest,
  runRequestRows,
  sparseRequest,
} from '../../../inputs/run-request.ts';

/** A run as a link or a file carries it: its input, not its result. */
export interface SharedRun {
  readonly sources: readonly SourceText[];
  readonly settings: RunRequest;
}

/** The run of a link or a file, or in words why it could not be read. */
export type ReadSharedRun =
  | { readonly ok: true; readonly run: SharedRun }
  | { readonly ok: false; readonly message: string };

/** The version of the content of links and .windlass.json files. A reader refuses others. */
const format = 'windlass-run/1';

/** Limits for content from elsewhere, above anything that people write. */
const most = {
  sources: 2_000,
  nameLength: 1_000,
  textLength: 32 * 1024 * 1024,
  options: 1_000,
  optionLength: 10_000,
};

/** Returns the run as JSON; `indent` is for files that people read. */
export function sharedRunJson({ sources, settings }: SharedRun, indent?: number): string {
  return JSON.stringify(
    {
      format,
      settings: redactedRequest(settings),
      sources: sources.map(({ name, text }) => ({ name, text })),
    },
    undefined,
    indent,
  );
}

/** Whether a text is meant to be a shared run and not a manifest. */
export function isSharedRunJson(text: string): boolean {
  return /^\s*\{\s*"format"\s*:\s*"windlass-run\//.test(text.slice(0, 200));
}

/** Reads the run from a JSON text from elsewhere. Every part of it is checked. */
export function readSharedRunJson(text: string): ReadSharedRun {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('it is not JSON: it was cut off or changed on its way');
  }
  if (!isMapping(value)) return refused('it does not hold a run');
  if (value.format !== format) {
    const newer = typeof value.format === 'string' && value.format.startsWith('windlass-run/');
    return refused(
      newer
        ? `it is of another version of Windlass (${format} is expected)`
        : 'it does not hold a run of Windlass',
    );
  }
  const sources = sourcesOf(value.sources);
  if (typeof sources === 'string') return refused(sources);
  const settings = readRequest(value.settings);
  if (typeof settings === 'string') return refused(settings);
  return { ok: true, run: { sources, settings } };
}

function refused(message: string): ReadSharedRun {
  return { ok: false, message };
}

function sourcesOf(value: unknown): SharedRun['sources'] | string {
  if (!Array.isArray(value) || value.length > most.sources)
    return `its files are not a list of at most ${most.sources}`;
  const sources = value.flatMap((entry: unknown) => {
    const fields = isMapping(entry) ? entry : {};
    const { name, text } = fields;
    return isText(name, most.nameLength) && isText(text, most.textLength) ? [{ name, text }] : [];
  });
  return sources.length === value.length && sources.length > 0
    ? sources
    : 'its files are not all texts with a name';
}

/** Returns settings from elsewhere, checked; in words what is wrong with them. */
export function readRequest(value: unknown): RunRequest | string {
  if (!isMapping(value)) return 'its settings are missing';
  for (const [name, { kind }] of runRequestRows) {
    const given = value[name];
    if (given === undefined) continue;
    if (kind === 'texts' && !isTexts(given)) return `its setting ${name} is not a list of texts`;
    if (kind === 'text' && !isText(given, most.optionLength)) return `its setting ${name} is not a text`;
    if (kind === 'switch' && given !== true) return `its setting ${name} is not true or false`;
    if (kind === 'number' && typeof given !== 'number') return `its setting ${name} is not a number`;
  }
  return sparseRequest(value as RunRequest);
}

function isTexts(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= most.options &&
    value.every((item) => isText(item, most.optionLength))
  );
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === 'string' && value.length <= lengthMax;
}

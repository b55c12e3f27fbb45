import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { WithoutSecrets } from '../../../inputs/documents/without-secrets.ts';
import { redactedRequest } from '../../../inputs/run-request.ts';
import type { RunInput, Variant } from '../machines/page-protocol.ts';
import { linkFragment, linkMark, readLinkFragment } from '../share/run-link.ts';
import { changeWords } from '../variants/variant-name.ts';
import type { RunClient } from '../worker/run-client.ts';
import { keepFiles, keptFiles } from './kept-files.ts';
import { type AddressVariant, settingsText } from './page-address.ts';

/** Edited files that are packed in fewer characters are in the address itself. */
const packedMax = 6_000;

type FilesPart = Pick<AddressVariant, 'packed' | 'files'>;

/** With what the variant is called by itself: it could not be told from files that have become others. */
type KnownPart = FilesPart & Pick<AddressVariant, 'name'>;

/** How an address names edited files: they are packed once, and without secrets they are others. */
const parts = new WeakMap<readonly SourceText[], KnownPart>();

/** Returns how an address names a variant. Files that were edited have to be packed before. */
export function variantPart({ settings, name, sources }: Variant): AddressVariant {
  return { settings, ...parts.get(sources), ...(name === undefined ? {} : { name }) };
}

/** Returns the same for others, whose browsers do not keep these files. */
export function sharedVariantPart(variant: Variant): AddressVariant {
  const { files, ...part } = variantPart(variant);
  const packed = files === undefined ? part.packed : keptFiles(files);
  return { ...part, ...(packed === undefined ? {} : { packed }) };
}

/** Packs the files of variants that were edited and are not packed yet, without secrets. */
export async function packVariants(
  variants: readonly Variant[],
  input: RunInput,
  client: Pick<RunClient, 'export'>,
): Promise<void> {
  for (const { settings, sources, run } of variants) {
    if (sources === input.sources || parts.has(sources)) continue;
    const { sources: shared }: WithoutSecrets = JSON.parse(await client.export(run.run, 'inputs'));
    const edited = shared.filter(({ name }) => {
      const isNamed = (one: SourceText) => one.name === name;
      return sources.find(isNamed)?.text !== input.sources.find(isNamed)?.text;
    });
    const packed = (await linkFragment({ sources: edited, settings: {} })).slice(linkMark.length);
    const key = packed.length <= packedMax ? undefined : keepFiles(packed);
    const words = changeWords(input, { settings: redactedRequest(settings), sources }, (line) =>
      edited.some(({ text }) => text.includes(line)),
    );
    parts.set(sources, { ...(key === undefined ? { packed } : { files: key }), name: words });
  }
}

/**
 * Returns the files of a variant of an address: those of the input, of which some were edited. undefined if this
 * browser does not have them any more, or they are damaged.
 */
export async function sourcesOfPart(
  { packed, files }: FilesPart,
  input: RunInput,
): Promise<readonly SourceText[] | undefined> {
  if (packed === undefined && files === undefined) return input.sources;
  const text = packed ?? keptFiles(files ?? '');
  const read = text === undefined ? undefined : await readLinkFragment(linkMark + text);
  if (read === undefined || !read.ok) return undefined;
  const edited = new Map(read.run.sources.map(({ name, text: of }) => [name, of]));
  const sources = input.sources.map(({ name, text: of }) => ({ name, text: edited.get(name) ?? of }));
  parts.set(sources, packed === undefined ? { files: files ?? '' } : { packed });
  return sources;
}

/** Whether a variant is the one of an address, whatever it is called. */
export function isSameVariant(variant: Variant, wanted: AddressVariant): boolean {
  const { packed, files } = parts.get(variant.sources) ?? {};
  return (
    settingsText(variant.settings) === settingsText(wanted.settings) &&
    packed === wanted.packed &&
    files === wanted.files
  );
}

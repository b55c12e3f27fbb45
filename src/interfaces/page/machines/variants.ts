import { largest } from '../../../rules/collections/extremes.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import type { PageContext, RunInput, Variant } from './page-protocol.ts';

/** Beside the run as loaded: four can be compared on a screen. */
export const variantsMax = 3;

type Runs = Pick<PageContext, 'input' | 'before' | 'variants' | 'edited' | 'side'>;

/** The variant that the settings belong to; undefined where a change makes a new one. */
export function editedVariant({ variants, edited }: Pick<Runs, 'variants' | 'edited'>): Variant | undefined {
  return variants.find(({ number }) => number === edited);
}

/** The input of the edited variant, even while another run is made for it; that of the files if there is none. */
export function editedInput(context: Pick<Runs, 'input' | 'variants' | 'edited'>): RunInput {
  const { sources, settings } = editedVariant(context) ?? context.input;
  return { sources, settings };
}

/** The run that the panels show; undefined if there is none. */
export function shownRun(context: Runs): RunContents | undefined {
  return context.side === 'after' ? (editedVariant(context)?.run ?? context.before) : context.before;
}

/** What the shown run was made of. */
export function shownInput(context: Runs): RunInput {
  return context.side === 'after' ? editedInput(context) : context.input;
}

/** The variants with this run as that of the edited one, which is a new one if none is edited. */
export function withEditedRun(
  { variants, edited }: Pick<Runs, 'variants' | 'edited'>,
  { sources, settings }: RunInput,
  run: RunContents,
): Pick<PageContext, 'variants' | 'edited'> {
  const number = edited ?? largest([0, ...variants.map((variant) => variant.number)]) + 1;
  return {
    edited: number,
    variants:
      edited === undefined
        ? [...variants, { number, settings, sources, run }]
        : variants.map((variant) =>
            variant.number === edited ? { ...variant, settings, sources, run } : variant,
          ),
  };
}

/** The variants with this one under another name; without a name where that is empty. */
export function withName(
  variants: readonly Variant[],
  { number, name = '' }: { readonly number: number; readonly name: string | undefined },
): readonly Variant[] {
  const kept = name.trim().slice(0, nameLengthMax);
  return variants.map((variant) => {
    if (variant.number !== number) return variant;
    const { name: _before, ...unnamed } = variant;
    return kept === '' ? unnamed : { ...unnamed, name: kept };
  });
}

/** Longer names are no names. */
const nameLengthMax = 60;

/** Whether an input is what was opened: its settings, and the texts of its files. */
export function isInputAsLoaded(loaded: RunInput, { sources, settings }: RunInput): boolean {
  if (JSON.stringify(settings) !== JSON.stringify(loaded.settings)) return false;
  if (sources === loaded.sources) return true;
  return (
    sources.length === loaded.sources.length &&
    sources.every(({ text }, place) => text === loaded.sources[place]?.text)
  );
}

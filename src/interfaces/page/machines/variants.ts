import type { RunRequest } from '../../../inputs/run-request.ts';
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
  const { sources, settings } = context.input;
  return { sources, settings: editedVariant(context)?.settings ?? settings };
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
  settings: RunRequest,
  run: RunContents,
): Pick<PageContext, 'variants' | 'edited'> {
  const number = edited ?? largest([0, ...variants.map((variant) => variant.number)]) + 1;
  const made = { number, settings, run };
  return {
    edited: number,
    variants:
      edited === undefined
        ? [...variants, made]
        : variants.map((variant) => (variant.number === edited ? made : variant)),
  };
}

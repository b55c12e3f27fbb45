import picocolors from 'picocolors';

/** One function per terminal colour; each returns its text unchanged where colours are off. */
export type Colours = ReturnType<typeof picocolors.createColors>;

export function coloursFor(options: { readonly colour: boolean }): Colours {
  return picocolors.createColors(options.colour);
}

import picocolors from 'picocolors';

/** One function for each terminal colour. Each returns its text unchanged if colours are off. */
export type Colours = ReturnType<typeof picocolors.createColors>;

export function coloursFor(options: { readonly colour: boolean }): Colours {
  return picocolors.createColors(options.colour);
}

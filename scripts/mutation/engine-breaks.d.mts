type Replacements = readonly (readonly [from: string, to: string])[];

export const engineBreaks: readonly {
  readonly corner: string;
  readonly file: string;
  readonly replacements: Replacements;
}[];

/** Throws if what is replaced does not stand in the text once. */
export function broken(text: string, replacements: Replacements): string;

export interface MutationPart {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  readonly without?: readonly string[];
}

export const mutationParts: Readonly<Record<string, MutationPart>>;

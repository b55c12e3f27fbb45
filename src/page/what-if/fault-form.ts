/** What a field of a fault takes: names of the run, or a text of some form. */
export type FaultFieldKind =
  | 'registry'
  | 'image'
  | 'node'
  | 'duration'
  | 'rate'
  | 'share'
  | 'count'
  | 'size'
  | 'text'
  | 'pulls'
  | 'request';

export interface FaultField {
  readonly name: string;
  readonly kind: FaultFieldKind;
  readonly isRequired: boolean;
  readonly example: string;
}

/** One kind of fault of a Scenario as a form. */
export interface FaultForm {
  readonly kind: string;
  /** What happens, in plain words. */
  readonly words: string;
  readonly fields: readonly FaultField[];
}

export type StateValue = string | { readonly [key: string]: StateValue };

export type PlainValue = null | boolean | number | string | readonly PlainValue[] | PlainRecord;

export interface PlainRecord {
  readonly [key: string]: PlainValue;
}

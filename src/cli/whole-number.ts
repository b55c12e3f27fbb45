import { InvalidArgumentError } from 'commander';

/**
 * Returns a reader for an option that takes a whole number within these bounds. It throws the error that commander shows with the option.
 */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return value;
  };
}

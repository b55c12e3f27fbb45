import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  expectedOf,
  type RequestOption,
  type RunRequest,
  type RunRequestName,
  redactedRequest,
  runRequestOptions,
  runRequestRows,
  sparseRequest,
} from '../../../inputs/run-request.ts';
import { repeatable } from '../command-options.ts';

/** Adds the options that change a run: the named ones, or all of them. */
export function addRequestOptions(command: Command, names?: readonly RunRequestName[]): Command {
  for (const [name] of runRequestRows)
    if (names === undefined || names.includes(name)) command.addOption(optionOf(name));
  return command;
}

/** Returns the request in the options that commander has read. */
export function requestOf(values: object): RunRequest {
  const given = values as Readonly<Record<string, unknown>>;
  const request = Object.fromEntries(
    runRequestRows.map(([name]) => [name, given[optionOf(name).attributeName()]]),
  );
  return sparseRequest(redactedRequest(request));
}

function optionOf(name: RunRequestName): Option {
  const { flag, takes, help, kind }: RequestOption = runRequestOptions[name];
  if (kind === 'switch') return new Option(flag, help);
  const option = new Option(`${flag} <${takes}>`, kind === 'texts' ? `${help}; repeatable` : help);
  if (kind === 'texts') return option.argParser(repeatable);
  return option.argParser((text: string) => {
    // Number(' ') is 0, and 1e3 should not be accepted as a seed.
    const value = kind === 'number' ? (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN) : text;
    const expected = expectedOf(name, value);
    if (expected !== undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
    return value;
  });
}

import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { parseDuration } from '../scenario/duration.ts';

/** A deletion of an option, in a Scenario's words. */
export interface OptionDeletion {
  readonly match: string;
  readonly at: string;
  readonly recreate: true;
  /** For messages: `--delete-pods web-*=5m`. */
  readonly option: string;
}

/** Reads `--delete-pods 'web-*=5m'`: which pods, and when. Whoever deletes a pod without a controller makes it again. */
export function deletePodsOptions(options: readonly string[], problems: Problems): OptionDeletion[] {
  return options.flatMap((written) => {
    const option = `--delete-pods ${written}`;
    const at = written.lastIndexOf('=');
    const [match, time] = [written.slice(0, at), written.slice(at + 1)];
    if (at > 0 && parseDuration(time) !== undefined) return [{ match, at: time, recreate: true, option }];
    const message = at <= 0 ? 'not of the form pods=time' : `${shownValue(time)} is not a duration`;
    problems.add({ code: 'OPTION', file: option, message, expected: 'pods=time, such as --delete-pods default/web-0=5m, or web-*=5m' });
    return [];
  });
}

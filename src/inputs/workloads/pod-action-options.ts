import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { parseDuration } from '../scenario/quantities.ts';

/** A deletion of an option, in a Scenario's words. */
export interface OptionDeletion {
  readonly match: string;
  readonly at: string;
  readonly recreate: true;
  /** For messages: `--delete-pods web-*=5m`. */
  readonly option: string;
}

/**
 * Reads `--delete-pods 'web-*=5m'`: which pods, and when. Whoever deletes a pod without a controller makes it
 * again.
 */
export function deletePodsOptions(options: readonly string[], problems: Problems): OptionDeletion[] {
  return options.flatMap((written) => {
    const option = `--delete-pods ${written}`;
    const at = written.lastIndexOf('=');
    const [match, time] = [written.slice(0, at), written.slice(at + 1)];
    if (at > 0 && parseDuration(time) !== undefined) return [{ match, at: time, recreate: true, option }];
    const message = at <= 0 ? 'not of the form pods=time' : `${shownValue(time)} is not a duration`;
    problems.add({
      code: 'OPTION',
      file: option,
      message,
      expected: 'pods=time, such as --delete-pods default/web-0=5m, or web-*=5m',
    });
    return [];
  });
}

/** A new image of an option, in a Scenario's words. */
export interface OptionImageChange {
  readonly match: string;
  readonly at: string;
  readonly container?: string;
  readonly image: string;
  /** For messages: `--set-image web=web:2,5m`. */
  readonly option: string;
}

const expected =
  "workload=image,time, such as --set-image web=registry.example/web:2,5m; one container of several: 'web:app=…'";

/**
 * Reads `--set-image 'Deployment/web:app=registry.example/web:2,5m'`: whose image, of which container, which,
 * and when.
 */
export function setImageOptions(options: readonly string[], problems: Problems): OptionImageChange[] {
  return options.flatMap((written) => {
    const option = `--set-image ${written}`;
    const [, match, container, image, at] = /^([^=:]+)(?::([^=:]+))?=([^\s,]+),([^,]+)$/.exec(written) ?? [];
    const isDuration = at !== undefined && parseDuration(at) !== undefined;
    if (match !== undefined && image !== undefined && isDuration)
      return [{ match, at, ...(container === undefined ? {} : { container }), image, option }];
    const message =
      match === undefined ? 'not of the form workload=image,time' : `${shownValue(at)} is not a duration`;
    problems.add({ code: 'OPTION', file: option, message, expected });
    return [];
  });
}

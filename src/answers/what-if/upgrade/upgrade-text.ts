import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { ImageFate } from './image-fate.ts';
import type { ChangedText } from './told-texts.ts';
import type { Upgrade } from './upgrade.ts';
import type { ChangedPull } from './upgrade-run.ts';

const pullTitles = {
  asksAnew: 'Ask the registry now, and did not before',
  fails: 'No longer have their image',
  asksNoMore: 'No longer ask the registry',
  failsNoMore: 'Have their image now, and did not before',
} as const;

const moveWords = {
  pulls: 'moves pulls here',
  figures: 'moves figures here',
  messages: 'changes texts here',
  nothing: 'moves nothing here',
} as const;

/** A container stands in one list only: that it has no image weighs more than that it asks. */
function firstChange({ changes }: ChangedPull): keyof typeof pullTitles | undefined {
  return (['asksAnew', 'fails', 'asksNoMore', 'failsNoMore'] as const).find((change) =>
    changes.includes(change),
  );
}

/** Returns what became of an image in a run. */
export function fateText(fate: ImageFate | null): string {
  if (fate === null) return 'nothing asks for it';
  const { asked, failed, got, verified, error } = fate;
  const why = verified ? ' (the image was there, but the pod must have credentials for it)' : '';
  const failure = error === undefined ? '' : `: ${error}`;
  if (asked === 0) return got ? 'used the image that was there' : `never got it${why}${failure}`;
  const times = asked === 1 ? 'asked the registry once' : `asked the registry ${asked} times`;
  if (failed === 0) return `${times}${why}`;
  return got
    ? `${times}${why}, ${failed} of them failed${failure}`
    : `${times}${why}, and never got it${failure}`;
}

/** Returns what a new default does to the input. */
export function defaultMoveText({ isSet, moves, restoredBy }: Upgrade['defaults'][number]): string {
  if (isSet) return 'set by the input';
  if (moves !== null) return moveWords[moves];
  return restoredBy === undefined ? 'no setting takes it back' : 'not tried';
}

/**
 * Returns the containers whose images are treated otherwise, by what changes for them: one that has no image
 * any more stands there only.
 */
export function pullGroups({
  pulls,
}: Upgrade): readonly { readonly title: string; readonly pulls: readonly ChangedPull[] }[] {
  return (['asksAnew', 'fails', 'asksNoMore', 'failsNoMore'] as const)
    .map((change) => ({
      title: pullTitles[change],
      pulls: pulls.filter((pull) => firstChange(pull) === change),
    }))
    .filter((group) => group.pulls.length > 0);
}

/** Returns an error with its place, in one line. */
export function errorText({ file, line, column, message }: InputError): string {
  return `${[file, line, column].filter((part) => part !== undefined).join(':')}: ${message}`;
}

/** Returns a finding with its place and its fix, in one line. */
export function findingText({
  file,
  line,
  column,
  level,
  message,
  fix,
  rule,
}: Upgrade['lint']['come'][number]): string {
  const place = [file ?? 'default', line, column].filter((part) => part !== undefined).join(':');
  return `${place}: ${level}: ${message} [${rule}]. Fix: ${fix}.`;
}

/** Returns the pod or container of a text's example; both where the releases have none in common. */
export function whose({ before, after }: ChangedText): string {
  return [...new Set([before, after].flatMap((told) => told?.of ?? []))].join(', then of ');
}

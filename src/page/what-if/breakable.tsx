import { type ComponentChildren, Fragment } from 'preact';

/**
 * Returns a name that a narrow column may break before its capital letters and after its underscores, dots and equals signs: `maxParallel`
 * `ImagePulls`. It is still read and copied as one word.
 */
export function breakable(name: string): ComponentChildren {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_.=])/).map((part, place) => (
    <Fragment key={`${place} ${part}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

import type { Problems } from '../documents/problems.ts';
import { registryHost } from '../images/image-name.ts';
import { parseDuration } from './quantities.ts';
import type { RegistryDocument } from './registry-shapes.ts';
import { warnOfUnusedHost } from './unused-host.ts';

type PullLimitDocument = NonNullable<RegistryDocument['pullLimit']>;

/**
 * Reads `--pull-limit docker.io=100/6h`, by host; null for `docker.io=none`. `,shared` at its end counts all
 * nodes as one client. A host from which no image comes is a warning, another form an error.
 */
export function pullLimitOptions(
  options: readonly string[],
  hosts: readonly string[],
  problems: Problems,
): ReadonlyMap<string, PullLimitDocument | null> {
  const limits = new Map<string, PullLimitDocument | null>();
  for (const option of options) {
    const file = `--pull-limit ${option}`;
    const [, written = '', pulls = '', per = '', shared] =
      /^([^=\s]+)=(?:none|(\d{1,9})\/([^,\s]+)(,shared)?)$/.exec(option) ?? [];
    const isNone = written !== '' && pulls === '';
    if (!isNone && !(Number(parseDuration(per)) > 0)) {
      const expected =
        'registry=pulls/time, such as --pull-limit docker.io=100/6h, docker.io=100/6h,shared for all nodes together, or docker.io=none';
      problems.add({ code: 'OPTION', file, message: 'not of the form registry=pulls/time', expected });
      continue;
    }
    const host = registryHost(written);
    limits.set(
      host,
      isNone ? null : { pulls: Number(pulls), per, ...(shared === undefined ? {} : { sharedAddress: true }) },
    );
    warnOfUnusedHost(file, host, hosts, problems);
  }
  return limits;
}

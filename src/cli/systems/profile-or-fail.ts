import type { Profile } from '../../kubelet/profile.ts';
import { selectProfile } from '../../kubelet/profiles/select-profile.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

/** The profile that --kubelet-version asks for; says on stderr where that is another release's. Throws a `CommandError` (usage) where there is none. */
export function profileOrFail(kubeletVersion: string, { stderr }: Terminal): Profile {
  const selection = selectProfile(kubeletVersion);
  if ('error' in selection) throw new CommandError(exitCode.usage, `--kubelet-version: ${selection.error}`);
  if (selection.note !== undefined) stderr.write(`windlass: note: ${selection.note}\n`);
  return selection.profile;
}

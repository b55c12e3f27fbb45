import { runCommandLine, shellWord } from '../input/run-request.ts';
import { visibleText } from '../report/visible-text.ts';
import type { RunOrigin } from './worker/worker-protocol.ts';

/** The command that makes the same run, for a shell, which gets nothing that a terminal could obey. */
export function commandLine(origin: RunOrigin): string {
  if (origin.kind === 'show') return `windlass ui ${shellWord(visibleText(origin.name))}`;
  const inputs = origin.sources.map(({ name }) => (name === '<stdin>' ? '-' : visibleText(name)));
  const settings = Object.entries(origin.settings).map(([name, value]) => [
    name,
    typeof value === 'string' ? visibleText(value) : Array.isArray(value) ? value.map(visibleText) : value,
  ]);
  return runCommandLine(inputs, Object.fromEntries(settings));
}

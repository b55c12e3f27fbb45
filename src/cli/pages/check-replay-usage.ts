import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { RunOptions } from '../run/run-options.ts';

/** Throws a `CommandError` (usage) if options of `run` contradict a replay, or need one. */
export function checkReplayUsage({ inspect, actors, inspectorUrl, port, open, output, out, at, seeds, steps, report }: RunOptions): void {
  const wrong = (message: string) => new CommandError(exitCode.usage, message);
  if (inspect === undefined) {
    const lonely = { '--actors': actors, '--inspector-url': inspectorUrl, '--port': port, '--no-open': open ? undefined : open };
    for (const [flag, value] of Object.entries(lonely)) if (value !== undefined) throw wrong(`${flag} needs --inspect`);
    return;
  }
  if (seeds !== undefined) throw wrong('--inspect cannot be used with --seeds: it replays one run; give one --seed');
  if (steps === true) throw wrong('--inspect cannot be used with --steps: write the trace, then: windlass inspect TRACE');
  if (at !== undefined && output === undefined) throw wrong('--at cannot be used with --inspect, which replays the whole run');
  if (out !== undefined && out === report) throw wrong('--out and --report name the same file');
}

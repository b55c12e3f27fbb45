import type { Recording } from '../../tools/recording/recording-plan.ts';

/** Records a run and returns its lines. */
export function recordRun(
  recording: Recording,
  options: { readonly containerd: string; readonly modules: Readonly<Record<string, unknown>> },
): Promise<string>;

import { ContainerdLog } from '../../../src/answers/calibration/evidence/containerd-log.ts';

/** The log that these lines make. */
export function logOf(text: string): ContainerdLog {
  const log = new ContainerdLog('containerd.log');
  for (const [index, line] of text.split('\n').entries()) log.add(line, index + 1);
  log.end();
  return log;
}

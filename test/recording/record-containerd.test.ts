import { existsSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { containerdVersion } from '../../scripts/recording/containerd-process.mjs';
import { recordRun } from '../../scripts/recording/record-run.mjs';
import * as cri from '../../src/interfaces/cri/connect-image-service.ts';
import * as server from '../../src/interfaces/registry/registry-server.ts';
import * as config from '../../tools/recording/containerd-config.ts';
import * as log from '../../tools/recording/read-containerd-log.ts';
import * as call from '../../tools/recording/recorded-call.ts';
import * as images from '../../tools/recording/recorded-images.ts';
import * as requests from '../../tools/recording/recorded-requests.ts';
import * as plan from '../../tools/recording/recording-plan.ts';
import * as registry from '../../tools/recording/recording-registry.ts';
import * as write from '../../tools/recording/write-recorded-run.ts';
import { measuresOf } from '../../tools/validation/measures.ts';
import { observeRecorded } from '../../tools/validation/observe-recorded.ts';
import { readRecordedRuns } from '../../tools/validation/read-recorded-runs.ts';
import * as setup from '../../tools/validation/replay/replay-setup.ts';
import { recordedRun } from '../validation/recorded-file.ts';

const containerd = '/usr/bin/containerd';
const modules = {
  ...cri,
  ...server,
  ...config,
  ...log,
  ...call,
  ...images,
  ...requests,
  ...plan,
  ...registry,
  ...write,
  ...setup,
};
// As nearly everywhere: containerd mounts, which takes root.
const isMissing = !existsSync(containerd) || process.getuid?.() !== 0;

test
  .skipIf(isMissing)
  .each(['e6-fail/c1-429-head-x8/1', 'e4-present/c1-again-lat0/1', 'e6-fail/c1-200-bearer/1'])(
  'Debian’s containerd does again what was recorded of it: %s',
  async (name) => {
    const version = containerdVersion(containerd);
    const [recording] = plan.recordingPlan([recordedRun(name)], version);
    if (recording === undefined) throw new Error(`${version} cannot make ${name}`);
    const text = await recordRun(recording, { containerd, modules });
    const [run] = readRecordedRuns('recorded', text);
    if (run === undefined) throw new Error('no run');
    const measures = (of: typeof run) => measuresOf(observeRecorded(of), { kind: 'manifest', window: 3 });
    const [ours, theirs] = [measures(run), measures(recordedRun(name))];
    expect(ours.counts).toEqual(theirs.counts);
    expect(ours.texts).toEqual(theirs.texts);
    expect(run.header.config.runtime).toBe(version);
  },
);

import { runtimeOptionName } from '../../rules/runtime/profiles/runtime-options.ts';
import type { RuntimeProfile } from '../../rules/runtime/profiles/runtime-profile.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { HeaderNode } from '../../trace/record.ts';
import type { Phase, PhaseName } from '../phases/container-phases.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import type { CauseIndex } from './cause-index.ts';
import type { RunRow } from './run-rows.ts';

/**
 * Returns the option of the runtime's configuration that affects a wait of this kind, without a full stop;
 * undefined if there is none.
 */
export function runtimeLimit(
  phase: PhaseName,
  { runtime, runtimeOptions = {} }: Pick<HeaderNode, 'runtime' | 'runtimeOptions'>,
): string | undefined {
  const { profile } = selectRuntimeProfile(runtime, runtimeOptions);
  if (phase === 'waitingForDownload') return downloads(profile, runtime);
  if (phase === 'waitingForUnpack')
    return `the runtime (${runtime}) unpacks ${countText(profile.options.maxConcurrentUnpacks, 'layer')} at a time (max_concurrent_unpacks)`;
  return phase === 'stalled' ? timeout(profile, runtime) : undefined;
}

/** Returns the same for a phase, with the limits of its node when the phase began. */
export function runtimeLimitOf(
  causes: CauseIndex,
  { container }: RunRow,
  { phase, fromMs }: Phase,
): string | undefined {
  const node = causes.settingsOf(container.node, fromMs);
  return node && runtimeLimit(phase, node);
}

function downloads({ downloadSlots, options }: RuntimeProfile, runtime: string): string | undefined {
  const { maxConcurrentDownloads } = options;
  if (maxConcurrentDownloads === 0) return undefined;
  const whose =
    downloadSlots.scope === 'node' ? 'of the whole node, first come, first served' : 'of each pull';
  return `the runtime (${runtime}) has ${countText(maxConcurrentDownloads, 'download')} at a time ${whose} (max_concurrent_downloads)`;
}

function timeout({ options }: RuntimeProfile, runtime: string): string {
  const { imagePullProgressTimeoutMicros, path } = options;
  if (imagePullProgressTimeoutMicros === 0)
    return `the runtime (${runtime}) has no progress timeout: it waits as long as the connection is open`;
  const patience = durationText(imagePullProgressTimeoutMicros / 1_000);
  const name = runtimeOptionName('imagePullProgressTimeoutMicros', options);
  const unless = {
    transfer: ', but of a layer that stops in its first MiB it takes no notice',
    local: '',
    copy: ', also while it commits a layer that has come',
  }[path];
  return `the runtime (${runtime}) cancels a pull of which no byte has come for ${patience} (${name})${unless}`;
}

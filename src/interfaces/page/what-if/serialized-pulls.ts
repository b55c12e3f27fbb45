import type { RunRequest } from '../../../inputs/run-request.ts';
import { setField } from './changed-settings.ts';

/** A field and the value to set. */
export interface SettingFix {
  readonly field: 'serializeImagePulls' | 'maxParallelImagePulls';
  readonly value: string;
}

/** The texts of the two fields as they are shown; undefined: nodes differ. */
interface ShownPulls {
  readonly serialize: string | undefined;
  readonly most: string | undefined;
  /** Whether the run was refused for `maxParallelImagePulls`. */
  readonly isRefused: boolean;
}

/**
 * Returns what would mend settings that a kubelet refuses: more than one parallel pull while pulls are
 * serialized. None takes back the one field that was changed; if both were, each is offered. Empty if nothing
 * is wrong.
 */
export function serializedPullsFixes(
  { serialize, most, isRefused }: ShownPulls,
  settings: RunRequest,
  loaded: RunRequest,
): SettingFix[] {
  const isWrong = serialize === 'true' && (most === undefined ? isRefused : Number(most) > 1);
  if (!isWrong) return [];
  const isChanged = (field: SettingFix['field']) => setField(settings, field) !== setField(loaded, field);
  const one: SettingFix = { field: 'maxParallelImagePulls', value: '1' };
  const parallel: SettingFix = { field: 'serializeImagePulls', value: 'false' };
  if (!isChanged('serializeImagePulls')) return [parallel];
  return isChanged('maxParallelImagePulls') ? [one, parallel] : [one];
}

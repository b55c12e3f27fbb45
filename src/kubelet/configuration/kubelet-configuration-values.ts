import type { KubeletSettings } from './settings.ts';

/** What was read from a KubeletConfiguration, defaults filled in: the settings, and what is only checked. */
export interface KubeletConfigurationValues extends KubeletSettings {
  /** -1: all. */
  readonly nodeStatusMaxImages: number;
  readonly preloadedImagesVerificationAllowlist: readonly string[];
  /** The release whose rules apply, `1.36`. */
  readonly release: string;
}

/** A complaint about one field, named as in the file. */
export interface KubeletConfigurationError {
  readonly field: string;
  readonly message: string;
}

/** A field of the KubeletConfiguration that the panel lets one change. */
export interface KubeletControl {
  /** As `--set` takes it: `serializeImagePulls`, `featureGates.ImageVolume`, `crashLoopBackOff.maxContainerRestartPeriod`, `evictionHard.imagefs.available`. */
  readonly field: string;
  readonly kind: 'switch' | 'number' | 'duration' | 'choice' | 'text';
  /** What a choice is among. */
  readonly choices: readonly string[];
  /** What holds where nothing is said, in this release; empty: no limit, or nothing. */
  readonly byDefault: string;
  /** What is set where somebody empties the control: `null`, or what stands for no limit. */
  readonly cleared: string;
  /** The release refuses to switch it off. */
  readonly isLocked: boolean;
  /** In plain words. */
  readonly hint: string;
}

/** Controls that belong together. */
export interface KubeletControlGroup {
  readonly title: string;
  readonly controls: readonly KubeletControl[];
}

import type { ImageManagerStage } from '../../../machines/pull/image-manager-stage.ts';

/** A command of a scenario file about the image manager. */
export interface Verb {
  /** The words after the verb, as `POD IMAGE [POLICY]`. */
  readonly words: string;
  readonly run: (manager: ImageManagerStage, words: readonly string[]) => void;
}

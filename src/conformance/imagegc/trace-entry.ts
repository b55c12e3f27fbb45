/** One entry of a trace, with the fields of the protocol. */
export interface ImageGcEntry {
  readonly at: number;
  readonly type: 'runtime' | 'event' | 'hook' | 'result' | 'state' | 'metric';
  readonly op?: 'RemoveImage' | 'NewImageGCManager' | ImageGcOperation;
  readonly image?: string;
  readonly error?: string;
  readonly eventType?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly remaining?: readonly string[];
  readonly images?: readonly string[];
  readonly availableBytes?: number;
  readonly metric?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly count?: number;
}

export type ImageGcOperation = 'GarbageCollect' | 'DeleteUnusedImages';

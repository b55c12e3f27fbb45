/** One entry of a trace, with the fields of the protocol: a command, or the return of a call. */
export interface KubeadmEntry {
  readonly at: number;
  /** The index of the call in the script; absent while the runtime is made. */
  readonly call?: number;
  readonly type: 'lookPath' | 'new' | 'exec' | 'cri' | 'result' | 'unsupported';
  readonly op?: string;
  readonly file?: string;
  readonly args?: readonly string[];
  readonly subject?: string;
  readonly timeoutMs?: number;
  readonly verbose?: boolean;
  readonly value?: string | boolean | readonly string[];
  readonly error?: string;
  readonly errors?: readonly string[];
}

/** What kubeadm asks of the host, whatever the generation: a process to find or to run, or a call of the CRI. */
export type KubeadmCommandName =
  | 'findCrictl'
  | 'connectRuntime'
  | 'connectImages'
  | 'status'
  | 'verboseStatus'
  | 'listSandboxes'
  | 'stopSandbox'
  | 'removeSandbox'
  | 'imageStatus'
  | 'pullImage'
  | 'runtimeConfig';

/** One command, with the image or sandbox that it is about. */
export interface KubeadmCommand {
  readonly name: KubeadmCommandName;
  readonly subject?: string;
}

/** How a command ended. What a generation does not tell stays out: crictl prints `output`, the CRI answers the rest. */
export type CommandAnswer = CommandSuccess | CommandFailure;

export interface CommandSuccess {
  readonly ok: true;
  /** What the process printed. */
  readonly output?: string;
  readonly present?: boolean;
  readonly sandboxes?: readonly string[];
  readonly conditions?: readonly RuntimeCondition[];
  readonly info?: Readonly<Record<string, string>>;
}

export interface CommandFailure {
  readonly ok: false;
  /** As Go prints the error: `exit status 1`, `rpc error: code = …`. */
  readonly error: string;
  readonly output?: string;
  /** The gRPC status, where the error is one. */
  readonly code?: string;
}

export interface RuntimeCondition {
  readonly type: string;
  readonly status: boolean;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * The commands of kubeadm to the host, in both generations: a process to find or to run, or a call of the
 * CRI.
 */
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

/** A command, with the image or sandbox that it is about. */
export interface KubeadmCommand {
  readonly name: KubeadmCommandName;
  readonly subject?: string;
}

/** The end of a command. crictl prints `output`, and the CRI answers with the other fields. */
export type CommandAnswer = CommandSuccess | CommandFailure;

export interface CommandSuccess {
  readonly ok: true;
  /** The output of the process. */
  readonly output?: string;
  readonly present?: boolean;
  readonly sandboxes?: readonly string[];
  readonly conditions?: readonly RuntimeCondition[];
  readonly info?: Readonly<Record<string, string>>;
}

export interface CommandFailure {
  readonly ok: false;
  /** The error as Go prints it: `exit status 1`, `rpc error: code = …`. */
  readonly error: string;
  readonly output?: string;
  /** The gRPC status, if the error is one. */
  readonly code?: string;
}

interface RuntimeCondition {
  readonly type: string;
  readonly status: boolean;
  readonly reason?: string;
  readonly message?: string;
}

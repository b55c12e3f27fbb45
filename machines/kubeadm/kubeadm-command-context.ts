import type { ActorRef, Snapshot } from 'xstate';
import type { CommandAnswer, KubeadmCommand } from '../../src/rules/kubeadm/command.ts';
import type { KubeadmRules } from '../../src/rules/kubeadm/kubeadm-rules.ts';
import type { ImageService } from '../runtime/cri.ts';
import type { Recorder } from '../world/recorder.ts';
import type { CommandEnded, KubeadmHost } from './kubeadm-protocol.ts';

/**
 * Who carries kubeadm's commands out: a host, or the image service of a simulated node, which only knows the
 * commands about images.
 */
export type CommandCarrier =
  | { readonly kind: 'host'; readonly host: KubeadmHost }
  | { readonly kind: 'imageService'; readonly imageService: ImageService };

export interface KubeadmCommandInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly rules: KubeadmRules;
  readonly carrier: CommandCarrier;
  readonly command: KubeadmCommand;
  /** The actor name that a pull's causes point to. */
  readonly caller: string;
  readonly owner: ActorRef<Snapshot<unknown>, CommandEnded>;
}

/** Returns the host. A guard has checked that there is one. */
export function requireHost({ name, carrier }: KubeadmCommandInput): KubeadmHost {
  if (carrier.kind !== 'host') throw new Error(`${name}: there is no host`);
  return carrier.host;
}

/** Returns the node's image service, where there is no host. */
export function requireImageService({ name, carrier }: KubeadmCommandInput): ImageService {
  if (carrier.kind !== 'imageService') throw new Error(`${name}: there is no image service`);
  return carrier.imageService;
}

/** Returns a failure of the CRI as kubeadm sees it. */
export function criFailure({ rules, command }: KubeadmCommandInput, error: string): CommandAnswer {
  return rules.failureOfCri(command.name, error);
}

/**
 * Returns the image service's answer as kubeadm sees it: a missing image is an error to crictl, and an answer
 * in the CRI.
 */
export function statusAnswer({ rules, command }: KubeadmCommandInput, imageRef: string): CommandAnswer {
  return imageRef === '' ? rules.absentImage(command.subject ?? '') : { ok: true, present: true };
}

import type { KubeadmHost } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import type { ImageServiceAnswer, ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import type { CommandAnswer, KubeadmCommand } from '../../../src/rules/kubeadm/command.ts';
import type { Observation } from '../../../src/trace/observation.ts';
import { stage } from '../stage.ts';

/** An answer, or its delay and the answer. */
export type Reply = CommandAnswer | readonly [afterMicros: number, answer: CommandAnswer];

export const ok: CommandAnswer = { ok: true };
export const boom: CommandAnswer = { ok: false, error: 'boom' };

/** A stage with a host whose commands `reply` answers; `log` is all that was asked and said, as `ms what`. */
export function kubeadmWorld(reply: (command: KubeadmCommand, n: number) => Reply = () => ok) {
  const world = stage();
  const log: string[] = [];
  const say = (text: string) => void log.push(`${world.kernel.nowMicros / 1000} ${text}`);
  const after = (micros: number, act: () => unknown) =>
    micros === 0 ? act() : void world.at(world.kernel.nowMicros + micros, act);
  let commands = 0;
  const host: KubeadmHost = world.listen('host', ({ command, requester }) => {
    say(command.subject === undefined ? command.name : `${command.name} ${command.subject}`);
    const answered = reply(command, ++commands);
    const [micros, answer] = 'ok' in answered ? [0, answered] : answered;
    // A command that is over has stopped, and XState would say so on stderr.
    after(
      micros,
      () =>
        requester.getSnapshot().status === 'active' &&
        requester.send({ type: 'HOST_COMMAND.ANSWERED', answer }),
    );
  });
  return { ...world, log, say, after, host };
}

/** A node's image service that answers each request after `micros`, as `answer` says. */
export function imageServiceOf(
  world: Pick<ReturnType<typeof kubeadmWorld>, 'listen' | 'say' | 'after'>,
  answer: (request: ImageServiceRequest) => ImageServiceAnswer,
  micros = 0,
) {
  return world.listen<ImageServiceRequest>('imageService', (request) => {
    world.say(
      `${request.type === 'IMAGE_PULL.REQUESTED' ? 'pull' : 'status'} ${request.image} by ${request.caller}`,
    );
    world.after(
      micros,
      () => request.requester.getSnapshot().status === 'active' && request.requester.send(answer(request)),
    );
  });
}

/** The pre-pull records, as `ms state image attempt error`. */
export function prePullRecords(
  observed: readonly { readonly atMicros: number; readonly observation: Observation }[],
): readonly string[] {
  return observed.flatMap(({ atMicros, observation: one }) =>
    one.type === 'prePull'
      ? [
          [atMicros / 1000, one.state, one.image, one.attempt, one.error]
            .filter((part) => part !== undefined)
            .join(' '),
        ]
      : [],
  );
}

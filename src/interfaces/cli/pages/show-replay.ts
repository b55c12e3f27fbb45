import { statelyDefinitions } from '../../../charts/inspector/stately-definitions.ts';
import type { StepSelection } from '../../../charts/inspector/step-selection.ts';
import { hostedInspectorUrl, type ReplayBoot, replayStepsMax } from '../../page/replay/replay-boot.ts';
import { pageHtml } from '../../web/page-html.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';
import { type InspectOptions, noInspector } from './inspect-options.ts';
import { builtAssets, servePages } from './serve-pages.ts';

export interface Replay {
  /** The title of the run. */
  readonly title: string;
  /** The instant that virtual time 0 stands for. */
  readonly epoch: string;
  readonly selection: StepSelection;
}

/**
 * Serves the replay page until Ctrl-C, or writes it to one file. Throws if there is nothing to show, or too
 * much.
 */
export async function showReplay(replay: Replay, options: InspectOptions, terminal: Terminal): Promise<void> {
  const boot = bootOf(replay, options);
  const assets = await builtAssets(terminal);
  const title = `Replay of ${replay.title} · Windlass`;
  const frames = boot.inspectorUrl === undefined ? [] : [new URL(boot.inspectorUrl).origin];
  if (options.out !== undefined) {
    const html = pageHtml({
      title,
      entry: 'replay',
      mode: 'single',
      boot: { ...boot, viewer: 'own' },
      assets,
      frames,
    });
    writeOutput(options.out, html, terminal);
    terminal.stderr.write(`windlass: ${options.out} is written: open it in a browser, it needs no network\n`);
    return;
  }
  const html = pageHtml({ title, entry: 'replay', mode: 'served', boot, assets });
  const pages = new Map([['', { html, frames }]]);
  await servePages(
    {
      assets,
      pages,
      open: options.open,
      waiting: 'the replay',
      ...(options.port === undefined ? {} : { port: options.port }),
    },
    terminal,
  );
}

function bootOf(
  { title, epoch, selection }: Replay,
  { actors = '', inspectorUrl = hostedInspectorUrl }: InspectOptions,
): ReplayBoot {
  const { steps } = selection;
  if (steps.length === 0) {
    throw new CommandError(
      exitCode.usage,
      `--actors '${actors}': no actor of this run matches\nExpected machines, pods or whole parts of names, such as 'imagePull', 'default/web-*' or 'web-0 imagePull, pullSlots'`,
    );
  }
  if (selection.count > replayStepsMax) {
    throw new CommandError(
      exitCode.usage,
      `${selection.count} steps are more than a browser can replay (${replayStepsMax})\nChoose actors, such as: --actors 'imagePull, pullSlots'`,
    );
  }
  const machines = steps.flatMap((step) => (step.type === 'actorStarted' ? [step.machine] : []));
  const shared = { title, epoch, steps, definitions: statelyDefinitions(machines), actors };
  return inspectorUrl === noInspector
    ? { ...shared, viewer: 'own' }
    : { ...shared, inspectorUrl, viewer: 'hosted' };
}

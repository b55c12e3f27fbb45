import { parse } from 'yaml';
import { type ImageManagerSettings, ImageManagerStage } from '../../machines/pull/image-manager-stage.ts';
import type { Observed } from '../../machines/stage.ts';
import type { ScenarioBlock, ScenarioFile } from '../run-scenario.ts';
import { verbs } from './verbs/verbs.ts';

const settingNames: Readonly<Record<keyof ImageManagerSettings, true>> = {
  release: true,
  serializeImagePulls: true,
  maxParallelImagePulls: true,
  registryPullQPS: true,
  registryBurst: true,
};

/**
 * Runs a scenario file about the image manager alone. Its input are fields of KubeletConfiguration; a block
 * has commands, one a line, and its output is what the image manager does because of them. Time goes on from
 * block to block.
 */
export function runImageManagerScenario({ input, blocks }: ScenarioFile): readonly ScenarioBlock[] {
  const manager = new ImageManagerStage(readSettings(input));
  return blocks.map(({ command }) => {
    const observedBefore = manager.observed.length;
    for (const line of command.split('\n')) runCommand(manager, line);
    return { command, output: manager.observed.slice(observedBefore).flatMap(linesOf).join('\n') };
  });
}

function readSettings(input: string): ImageManagerSettings {
  const settings = parse(input) as Readonly<Record<string, unknown>>;
  const unknownName = Object.keys(settings).find((name) => !(name in settingNames));
  if (unknownName !== undefined)
    throw new Error(`no setting ${unknownName}; there are: ${Object.keys(settingNames)}`);
  return settings as ImageManagerSettings;
}

function runCommand(manager: ImageManagerStage, line: string): void {
  const [name = '', ...words] = line.split(/\s+/);
  const verb = verbs[name];
  const usage = Object.entries(verbs).map(([verbName, { words }]) => `${verbName} ${words}`);
  if (verb === undefined) throw new Error(`no command ${name}; there are: ${usage.join(', ')}`);
  verb.run(manager, words);
}

/** Lines for the steps of a pull and for the events that people see; nothing for other observations. */
function linesOf({ atMicros, actor, observation }: Observed): readonly string[] {
  const line = (text: string) => [`${atMicros / 1_000_000}s  ${actor}  ${text}`];
  if (observation.type === 'event') return line(`${observation.reason}: ${observation.message}`);
  if (observation.type !== 'pull') return [];
  const { state, waitedMs = 0, windowMs, untilMs = 0 } = observation;
  const wait = state === 'pulling' && waitedMs > 0 ? `, after waiting ${waitedMs / 1_000}s` : '';
  const window = windowMs === undefined ? '' : `, back-off of ${windowMs / 1_000}s until ${untilMs / 1_000}s`;
  return line(`${state}${wait}${window}`);
}

import { identityOfObject } from '../kubelet-sources/node-selector.ts';
import { releaseOfSources } from '../kubelet-sources/release-of-sources.ts';
import { scenarioLayers } from '../kubelet-sources/scenario-layers.ts';
import { type KubeletSources, readKubeletConfiguration } from '../nodes/read-kubelet-configuration.ts';
import type { ReadLuck } from '../scenario/read-luck.ts';
import { noScenario, type ReadScenario, readOnlyDocument } from '../scenario/read-scenario.ts';
import { type RunClock, runClock } from '../scenario/run-clock.ts';
import { luckShape, scenarioShape } from '../scenario/scenario-shape.ts';
import { objectsOfKind, type ReadSources } from './read-documents.ts';
import type { StageContext } from './stage-context.ts';

/** What holds for the whole run. */
export interface Settings {
  readonly sources: ReadSources;
  readonly scenario: ReadScenario;
  /** The random numbers that a Luck document fixes; undefined: the seed decides all. */
  readonly luck: ReadLuck | undefined;
  readonly kubelet: KubeletSources;
  readonly clock: RunClock | undefined;
}

/** The second stage: the Scenario, the kubelet's settings from all documents, and what the clock shows. */
export function readSettings(sources: ReadSources, { request, problems, notes }: StageContext): Settings {
  const scenario =
    readOnlyDocument(scenarioShape, objectsOfKind(sources, 'Scenario'), problems) ?? noScenario;
  const luck = readOnlyDocument(luckShape, objectsOfKind(sources, 'Luck'), problems);
  const configurations = objectsOfKind(sources, 'KubeletConfiguration');
  const layers = [...sources.kubeletLayers, ...scenarioLayers(scenario)];
  const nodes = objectsOfKind(sources, 'Node').map(identityOfObject);
  const fields = readKubeletConfiguration(
    { configurations, layers, nodes },
    request,
    notes.readings,
    problems,
  );
  const release = releaseOfSources(sources.clusterSources);
  const kubelet = release === undefined ? fields : { ...fields, release };
  return { sources, scenario, luck, kubelet, clock: runClock(scenario, request) };
}

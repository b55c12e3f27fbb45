import type { ReadScenario } from '../scenario/read-scenario.ts';
import type { KubeletLayer } from './kubelet-layer.ts';
import { fieldsLayer } from './kubelet-layer.ts';
import type { NodeSelector } from './node-selector.ts';

const title = 'Scenario';

/** Returns what a Scenario says of the kubelets of some nodes (`nodes.kubelets`), or of all. */
export function scenarioLayers({ value, document, path }: ReadScenario): readonly KubeletLayer[] {
  return (value.nodes?.kubelets ?? []).map(({ names, matchLabels, config }, index) => {
    const place = [...path, 'nodes', 'kubelets', index, 'config'];
    const layer = fieldsLayer({ title, rank: 'scenario' }, document, place, config);
    const selector: NodeSelector | undefined =
      names !== undefined
        ? { by: 'names', names }
        : matchLabels !== undefined
          ? { by: 'allLabels', labels: matchLabels }
          : undefined;
    return selector === undefined ? layer : { ...layer, selector };
  });
}

import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { registryHost } from '../images/image-name.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';

/**
 * Returns the upstreams of the Scenario's pull-through caches, by their hosts. A cache that asks itself,
 * directly or through others, is an error.
 */
export function upstreamHosts(scenario: ReadScenario, problems: Problems): ReadonlyMap<string, string> {
  const written = Object.entries(scenario.value.registries ?? {});
  const all = new Map(
    written.flatMap(([host, { cacheOf }]) =>
      cacheOf === undefined ? [] : [[registryHost(host), registryHost(cacheOf)] as const],
    ),
  );
  const good = new Map(all);
  for (const [host, { cacheOf }] of written) {
    if (cacheOf === undefined) continue;
    const way = wayUp(all, registryHost(host));
    const isLoop = way.length > new Set(way).size;
    if (host !== '*' && cacheOf !== '*' && !isLoop) continue;
    good.delete(registryHost(host));
    const message =
      host === '*'
        ? 'the entry for all other registries cannot be a cache'
        : cacheOf === '*'
          ? '"*" is not a registry: it stands for all registries without an entry of their own'
          : `${shownValue(cacheOf)} is a circle: ${way.join(' → ')}`;
    const expected = 'the host of a registry that this one asks for what it does not have';
    problems.at(within(scenario, 'registries', host, 'cacheOf'), { code: 'WRONG_VALUE', message, expected });
  }
  return good;
}

/** Returns the host and its upstreams, up to the first that repeats. */
function wayUp(upstreams: ReadonlyMap<string, string>, host: string): readonly string[] {
  const way = [host];
  for (let next = upstreams.get(host); next !== undefined; next = upstreams.get(next)) {
    const isKnown = way.includes(next);
    way.push(next);
    if (isKnown) break;
  }
  return way;
}

// Which declarations change from patch to patch within a release.
import { goDeclarations, goTexts } from './go-source.mjs';

/**
 * Returns what changes between the first and the last patch of a release, in order of patches: the patch that has a
 * change, the newest one before it that could be had, and the texts that go and come. `sourceOf` returns the files of a
 * version, or undefined if it cannot be had.
 */
export function patchChanges(release, lastPatch, sourceOf) {
  const declarations = new Map();
  const at = (patch) => {
    if (!declarations.has(patch)) {
      const files = sourceOf(`${release}.${patch}`);
      declarations.set(patch, files === undefined ? undefined : declarationsIn(files));
    }
    return declarations.get(patch);
  };
  const known = (from, to) => {
    const step = from < to ? 1 : -1;
    for (let patch = from; patch !== to + step; patch += step) if (at(patch) !== undefined) return patch;
    return undefined;
  };
  const [first, last] = [known(0, lastPatch), known(lastPatch, 0)];
  if (first === undefined || last === undefined) return [];
  return steps(first, last).flatMap(([before, since]) =>
    differences(at(before), at(since)).map((change) => ({
      since: `${release}.${since}`,
      after: `${release}.${before}`,
      ...change,
    })),
  );

  /** The neighbouring patches between which anything changes. */
  function steps(low, high) {
    if (low === high || differences(at(low), at(high)).length === 0) return [];
    const middle = Math.floor((low + high) / 2);
    const between = known(middle, Math.min(low + 1, middle)) ?? known(middle + 1, high - 1);
    if (middle === low || between === undefined || between <= low || between >= high) return [[low, high]];
    return [...steps(low, between), ...steps(between, high)];
  }
}

/**
 * Returns what differs between two versions of any releases; undefined if one of them cannot be had.
 *
 * @param {string} after
 * @param {string} since
 */
export function versionChanges(after, since, sourceOf) {
  const [old, now] = [sourceOf(after), sourceOf(since)];
  if (old === undefined || now === undefined) return undefined;
  return differences(declarationsIn(old), declarationsIn(now)).map((change) => ({ since, after, ...change }));
}

/** Every declaration with its file, by `folder name`: a move within a folder is no change. */
function declarationsIn(files) {
  const all = new Map();
  for (const [path, source] of files)
    for (const [name, tokens] of goDeclarations(source))
      all.set(`${path.slice(0, path.lastIndexOf('/'))} ${name}`, { name, file: path, tokens });
  return all;
}

function differences(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old?.tokens.join(' ') === now?.tokens.join(' ')) return [];
    const [was, is] = [old, now].map((one) => new Set(goTexts(one?.tokens ?? [])));
    const { name, file } = now ?? old;
    return {
      name,
      file,
      gone: [...was].filter((text) => !is.has(text)),
      come: [...is].filter((text) => !was.has(text)),
    };
  });
}

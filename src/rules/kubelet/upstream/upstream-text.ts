import { type UpstreamPlace, upstreamLines } from './upstream-lines.ts';

/**
 * Returns where a release decides something, as people cite it:
 * `EnsureImageExists, pkg/kubelet/images/image_manager.go:269-274, v1.36.3`. Of a patch release whose lines are
 * not known it returns those of its minor release; undefined if that has no such place.
 */
export function upstreamText(place: UpstreamPlace, version: string): string | undefined {
  const known = upstreamLines[place].flatMap(({ file, function: name, lines }) =>
    lines.split(' ').map((line) => {
      const colon = line.indexOf(':');
      return { file, name, version: line.slice(0, colon), lines: line.slice(colon + 1) };
    }),
  );
  const minor = (text: string) => text.split('.').slice(0, 2).join('.');
  const found =
    known.find((one) => one.version === version) ??
    known.find((one) => minor(one.version) === minor(version));
  return found === undefined ? undefined : `${found.name}, ${found.file}:${found.lines}, v${found.version}`;
}

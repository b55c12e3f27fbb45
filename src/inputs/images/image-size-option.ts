import { shownValue } from '../documents/check-shape.ts';
import { meantHint } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { few } from '../nodes/plan-nodes.ts';
import { parseByteSize } from '../scenario/quantities.ts';
import { lacksUnit } from '../scenario/quantity-shapes.ts';
import type { CatalogueImage } from './image-catalogue.ts';
import { imageName } from './image-name.ts';

/**
 * Reads `--image-size app=300MB`: `app` is an image as the pods write it (any spelling), or the last part of
 * the name of exactly one image that they use. undefined after an error.
 */
export function imageSizeOption(
  option: string,
  used: readonly string[],
  problems: Problems,
): CatalogueImage | undefined {
  const file = `--image-size ${option}`;
  const [, name = '', size = ''] = /^(.+)=([^=]*)$/.exec(option) ?? [];
  const sizeBytes = parseByteSize(size);
  if (name !== '' && lacksUnit(size)) {
    const message = `${shownValue(size)} has no unit`;
    problems.add({ code: 'OPTION', file, message, expected: 'a size with its unit, such as 300MB or 300B' });
    return undefined;
  }
  if (name === '' || sizeBytes === undefined) {
    problems.add({
      code: 'OPTION',
      file,
      message: 'not of the form name=size',
      expected: 'name=size, such as --image-size app=300MB',
    });
    return undefined;
  }
  const found = spelled(name, used);
  if (found.length === 1) return { names: found, sizeBytes, source: 'scenario', by: '--image-size' };
  const message =
    found.length === 0
      ? `no pod uses the image ${shownValue(name)}`
      : `${shownValue(name)} may be ${few(found)}`;
  const hint =
    found.length === 0
      ? meantHint(name, [
          ...used,
          ...used.map(lastPart),
          ...used.map((each) => lastPart(each).replace(/[:@].*$/, '')),
        ])
      : undefined;
  problems.add({
    code: 'OPTION',
    file,
    message,
    expected: `one of ${few(found.length === 0 ? used : found)}`,
    hint,
  });
  return undefined;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function spelled(name: string, used: readonly string[]): string[] {
  const canonical = imageName(name)?.canonical;
  const all = [...new Set(used.flatMap((each) => imageName(each)?.canonical ?? []))];
  if (canonical !== undefined && all.includes(canonical)) return [canonical];
  return all.filter((each) => {
    const last = lastPart(each);
    return last === name || last.replace(/[:@].*$/, '') === name;
  });
}

import type { RowView } from '../run-view/run-view.ts';
import { shortImageName } from '../text/image-name.ts';
import { visibleText } from '../text/visible-text.ts';

/** Returns the name of a row for people: `web-0 · app`, `shop/web-0 · app`, `pre-pull of web:1`. */
export function rowLabel({ pod, container, image }: RowView, withNamespace: boolean): string {
  if (pod === undefined) return visibleText(`pre-pull of ${shortImageName(image)}`);
  return visibleText(`${withNamespace ? `${pod.namespace}/` : ''}${pod.name} · ${container}`);
}

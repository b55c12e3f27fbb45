import type { ExampleSource } from '../boot.ts';
import type { PageSession } from '../page-session.ts';
import { keep } from '../shell/kept.ts';
import { readExampleLink } from './example-link.ts';

/**
 * Opens the example that the page's address names, now and whenever the address changes; once its run is
 * there, also the actor and the moment. A name that the page does not have is refused with the names that it
 * has.
 */
export function openExamples(
  address: Pick<Location, 'hash'>,
  { page, send }: PageSession,
  examples: readonly ExampleSource[],
): void {
  let showAfterRun = (): void => {};
  const open = (): void => {
    const link = readExampleLink(address.hash);
    if (link === undefined) return;
    const example = examples.find(({ name }) => name === link.example);
    if (example === undefined) {
      const names = examples.map(({ name }) => name).join(', ');
      send({ type: 'INPUT.REFUSED', errors: [`there is no example ${link.example}: expected ${names}`] });
      return;
    }
    const { sources } = example;
    showAfterRun = () => {
      // Another input may have been opened meanwhile.
      if (page.getSnapshot().context.asked.sources !== sources) return;
      const { shown, atMs } = link;
      if (atMs !== undefined) send({ type: 'SEEK.REQUESTED', atMs });
      if (shown !== undefined) send({ type: 'ACTOR.SELECTED', ...shown });
    };
    // What was asked for is open, and not only selected.
    if (link.shown !== undefined) keep('drawer', 'statechart');
    send({ type: 'INPUT.CHOSEN', sources });
  };
  page.on('RUN.SHOWN', () => {
    const show = showAfterRun;
    showAfterRun = () => {};
    show();
  });
  addEventListener('hashchange', open);
  open();
}

import type { Page } from 'playwright-core';
import { readInput } from '../../src/inputs/read-input.ts';
import type { RunContents } from '../../src/interfaces/page/worker/worker-protocol.ts';
import { resourceView } from '../../src/reports/run-view/resource-view.ts';
import { runActivity } from '../../src/reports/run-view/run-activity.ts';
import { type RunView, runView } from '../../src/reports/run-view/run-view.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';

/**
 * Takes the place of the page's workers, before the page is opened: each request for a run waits until the
 * test answers it with `window.answer({ type: 'RUN.FINISHED', run })` or another answer; with `run` it is
 * answered at once. `window.awaited()` tells how many wait.
 */
export async function scriptWorker(page: Page, run?: RunContents): Promise<void> {
  await page.addInitScript((ready: RunContents | undefined) => {
    type Answer = { readonly type: string; readonly id?: number };
    const waiting: { readonly worker: Scripted; readonly id: number }[] = [];
    class Scripted {
      onmessage: ((event: { readonly data: unknown }) => void) | null = null;
      postMessage(question: { readonly type: string; readonly id: number }): void {
        if (question.type === 'RUN.REQUESTED') {
          waiting.push({ worker: this, id: question.id });
          if (ready !== undefined) setTimeout(() => answer({ type: 'RUN.FINISHED', run: ready } as Answer));
        } else
          this.tell({
            type: 'ANSWERED',
            id: question.id,
            answer:
              question.type === 'WHY.REQUESTED'
                ? 'Waited for the test.'
                : question.type === 'SEEDS.REQUESTED'
                  ? undefined
                  : [],
          });
      }
      tell(data: unknown): void {
        setTimeout(() => this.onmessage?.({ data }));
      }
      terminate(): void {
        const place = waiting.findIndex(({ worker }) => worker === this);
        if (place >= 0) waiting.splice(place, 1);
      }
    }
    const answer = (given: Answer): void => {
      const asked = given.type === 'RUN.PROGRESSED' ? waiting.at(-1) : waiting.pop();
      if (asked === undefined) throw new Error('no run is awaited');
      asked.worker.tell({ ...given, id: asked.id });
    };
    Object.assign(window, { Worker: Scripted, answer, awaited: () => waiting.length });
  }, run);
}

/** A run as the worker would hand it over. Throws where the input is refused. */
export function simulatedRun(text: string): RunContents {
  const read = readInput([{ name: 'test.yaml', text }], {});
  if (!read.ok) throw new Error(read.errors.map(({ message }) => message).join('\n'));
  const { records } = simulate(read.input);
  return {
    run: 1,
    view: runView(records),
    resources: resourceView(records),
    activity: runActivity(records),
    warnings: [],
    hasSteps: true,
    hasSizeRanges: false,
    canChange: true,
    inForce: { serializeImagePulls: true, kubeletVersion: '1.36', seed: 1 },
    inForceElsewhere: [],
  };
}

/** The same run on `copies` nodes: as large as a real one of so many pods, and made in no time. */
export function manyNodes(run: RunContents, copies: number): RunContents {
  const numbers = Array.from({ length: copies }, (_, copy) => copy);
  const { view, resources } = run;
  const size = view.rows.length;
  const many: RunView = {
    ...view,
    nodes: numbers.flatMap((copy) =>
      view.nodes.map((node) => ({
        ...node,
        name: `${node.name}-${copy}`,
        firstRow: node.firstRow + copy * size,
      })),
    ),
    rows: numbers.flatMap((copy) =>
      view.rows.map((row) => ({
        ...row,
        node: `${row.node}-${copy}`,
        actor: row.actor.replace(row.node, `${row.node}-${copy}`),
        bars: row.bars.map(({ cause, ...bar }) => ({
          ...bar,
          ...(cause === undefined
            ? {}
            : { cause: { ...cause, ...(cause.row === undefined ? {} : { row: cause.row + copy * size }) } }),
        })),
      })),
    ),
  };
  return {
    ...run,
    view: many,
    resources: {
      ...resources,
      nodes: numbers.flatMap((copy) =>
        resources.nodes.map((node) => ({ ...node, node: `${node.node}-${copy}` })),
      ),
    },
  };
}

// Compares an image manager of your own with the kubelet's statecharts, in every history of four steps.
import { createImagePull } from './image-manager.ts';

/** The code under test, for one image of one pod with policy Always. It has a bug that looks like a feature. */
class MyImageManager {
  #windowSeconds = 0;
  #untilSeconds = 0;

  /** The pod needs the image. `pull` asks the registry, and returns whether it gave the image. */
  need(nowSeconds: number, pull: () => boolean): void {
    if (nowSeconds < this.#untilSeconds) return;
    this.#windowSeconds = pull() ? 0 : Math.min(Math.max(2 * this.#windowSeconds, 10), 300);
    this.#untilSeconds = nowSeconds + this.#windowSeconds;
  }
}

/** So many seconds later the pod needs the image. The registry is up or down. */
interface Step {
  readonly waitSeconds: number;
  readonly isUp: boolean;
}

const steps = [0, 10, 20].flatMap((waitSeconds) =>
  [true, false].map((isUp): Step => ({ waitSeconds, isUp })),
);
let histories: readonly (readonly Step[])[] = [[]];
for (const _ of [1, 2, 3, 4]) histories = histories.flatMap((first) => steps.map((step) => [...first, step]));

/** Returns, for each step, whether the registry was asked by mine and by the kubelet. */
function pulls(history: readonly Step[]): { readonly mine: boolean; readonly kubelet: boolean }[] {
  let nowSeconds = 0;
  let isUp = true;
  let isPulled = { mine: false, kubelet: false };
  const mine = new MyImageManager();
  const kubelet = createImagePull({
    clock: { nowMicros: () => nowSeconds * 1_000_000 },
    pullError: () => {
      isPulled.kubelet = true;
      return isUp ? undefined : 'connection refused';
    },
  });
  kubelet.pull.start();
  return history.map((step) => {
    nowSeconds += step.waitSeconds;
    isUp = step.isUp;
    isPulled = { mine: false, kubelet: false };
    kubelet.need('shop/web:1', 'Always');
    mine.need(nowSeconds, () => {
      isPulled.mine = true;
      return isUp;
    });
    return isPulled;
  });
}

const differentHistories = histories.filter((history) =>
  pulls(history).some(({ mine, kubelet }) => mine !== kubelet),
);
console.log(`${differentHistories.length} of ${histories.length} histories differ. The first one:`);
for (const [place, { mine, kubelet }] of pulls(differentHistories[0] ?? []).entries()) {
  const { waitSeconds = 0, isUp = false } = differentHistories[0]?.[place] ?? {};
  const registry = `${waitSeconds} s later the registry is ${isUp ? 'up' : 'down'}`;
  console.log(`  ${registry}: mine ${mine ? 'pulls' : 'waits'}, the kubelet ${kubelet ? 'pulls' : 'waits'}`);
}

/* It prints:
36 of 1296 histories differ. The first one:
  0 s later the registry is down: mine pulls, the kubelet pulls
  10 s later the registry is up: mine pulls, the kubelet pulls
  0 s later the registry is down: mine pulls, the kubelet pulls
  10 s later the registry is up: mine pulls, the kubelet waits
*/

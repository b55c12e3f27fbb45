// Lets an hour pass on a fake clock. A pod asks for an image each second, and the registry never has it.
import { createImagePull } from './image-manager.ts';

let nowSeconds = 0;
const pullsAtSeconds: number[] = [];
const answers = new Map<string, number>();

const { pull, need } = createImagePull({
  clock: { nowMicros: () => nowSeconds * 1_000_000 },
  pullError: () => {
    pullsAtSeconds.push(nowSeconds);
    return 'manifest unknown';
  },
  onAnswer: (answer) => {
    const reason = answer.type === 'PULL.FAILED' ? answer.failure.reason : 'no error';
    answers.set(reason, (answers.get(reason) ?? 0) + 1);
  },
});

pull.start();
for (; nowSeconds < 3_600; nowSeconds++) need('shop/web:1');

console.log(`pulls at ${pullsAtSeconds.join(', ')} s`);
for (const [reason, count] of answers) console.log(`${reason}: ${count} times`);

/* It prints:
pulls at 0, 10, 30, 70, 150, 310, 610, 910, 1210, 1510, 1810, 2110, 2410, 2710, 3010, 3310 s
ErrImagePull: 16 times
ImagePullBackOff: 3584 times
*/

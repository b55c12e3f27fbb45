// Drives the image pull by hand and prints the state after each message.
import { createImagePull } from './image-manager.ts';

let nowMicros = 0;
let pullError: string | undefined = 'manifest unknown';
const { pull, need } = createImagePull({ clock: { nowMicros: () => nowMicros }, pullError: () => pullError });

pull.subscribe(({ value }) => console.log(`  ${JSON.stringify(value)}`));
pull.start();

console.log('The pod needs an image that the registry does not have:');
need('shop/web:1');

console.log('It needs the image again, one second later:');
nowMicros += 1_000_000;
need('shop/web:1');

console.log('It needs the image once more. The back-off is over, and somebody has pushed the image:');
nowMicros += 9_000_000;
pullError = undefined;
need('shop/web:1');

console.log('A second container of the pod needs the same image:');
need('shop/web:1');

/* It prints:
  {"settled":"idle"}
The pod needs an image that the registry does not have:
  "inspecting"
  "checkingBackOff"
  "waitingForSlot"
  {"pulling":"takingToken"}
  {"pulling":"calling"}
  "failing"
  {"settled":"failed"}
It needs the image again, one second later:
  "inspecting"
  "checkingBackOff"
  {"settled":"backingOff"}
It needs the image once more. The back-off is over, and somebody has pushed the image:
  "inspecting"
  "checkingBackOff"
  "waitingForSlot"
  {"pulling":"takingToken"}
  {"pulling":"calling"}
  {"pulling":"askingSize"}
  {"settled":"pulled"}
A second container of the pod needs the same image:
  "inspecting"
  {"settled":"present"}
*/

import { createBrowserReceiver } from '@statelyai/inspect';

// Stands in for the inspector that Stately hosts: takes messages as it does, some time after it was loaded.
const heard: unknown[] = [];
Reflect.set(window, 'heard', heard);
setTimeout(
  () => {
    createBrowserReceiver().subscribe((message) => void heard.push(message));
  },
  Number(new URLSearchParams(location.search).get('after')),
);

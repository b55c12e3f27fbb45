import { pullCoalescerMachine } from '../../../../machines/pull/pull-coalescer.ts';
import { entries } from '../../../rules/collections/sorted-map.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(pullCoalescerMachine);

const images = ['app', 'db'];
const pullsMax = 3;

/** The pulls of two images, with up to three pods that lead or wait. */
export const pullCoalescerModel = model({
  input: ({ recorder }) => ({ name: 'pull-coalescer', recorder }),
  starts: { 'no pull': {} },
  events: ({ context: { leads }, world: { neighbour } }) => {
    const led = new Map(entries(leads));
    const pulls = [...led.values()].reduce((sum, { followers }) => sum + 1 + followers.size, 0);
    const request = (key: string) => {
      const lead = led.get(key);
      const holder = `${key}-${lead === undefined ? 0 : 1 + lead.followers.size}`;
      return named(`LEAD.REQUESTED (${key})`, { key, holder, requester: neighbour(holder) });
    };
    return [
      ...(pulls < pullsMax ? images.map(request) : []),
      ...[...led.keys()].map((key) => named(`LEAD.RELEASED (${key})`, { key })),
      named('LEAD.RELEASED (nobody leads)', { key: 'none' }),
    ];
  },
  project: ({ context: { leads } }) => entries(leads).map(([key, { followers }]) => [key, followers.size]),
});

import type { ProcessorEvent, WorkFinished } from '../../../machines/runtime/processor.ts';
import { type ProcessorContext, type ProcessorInput, processorMachine } from '../../../machines/runtime/processor.ts';
import { entries } from '../../collections/sorted-map.ts';
import { flowEndMicros, nextEndMicros } from '../../runtime/network/flow-table.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<ProcessorEvent>;

function start(name: string, cpus: number | undefined): ModelStart {
  return { name, input: ({ recorder, clock }): ProcessorInput => ({ name: 'node-1/processor', recorder, clock, cpus, cpusPerWork: 2 }) };
}

/** Returns the ids of the active works. */
function worksOf({ works }: ProcessorContext): readonly string[] {
  return entries(works.flows).map(([id]) => id);
}

/** Two works at a time, on a node with processors for one of them or for any number. */
export const processorModel: MachineModel = {
  id: 'processor',
  machine: processorMachine,
  starts: [start('processors for one work', 2), start('processors for all', undefined)],
  events: (snapshot, { neighbour }) => {
    const context: ProcessorContext = snapshot.context;
    const works = worksOf(context);
    const untilEnd = nextEndMicros(context.works) - context.nowMicros;
    // Time does not pass the end of a work, because the timer comes first.
    const beforeEnd = Math.min(1_000, untilEnd);
    const requested = (id: string, micros: number) =>
      named(
        `WORK.REQUESTED (${id}, ${micros} µs)`,
        { type: 'WORK.REQUESTED', id, micros, requester: neighbour<WorkFinished>(id) },
        beforeEnd,
      );
    const free = [
      ['first', 2_000],
      ['second', 3_000],
    ] as const;
    return [
      ...free.filter(([id]) => !works.includes(id)).map(([id, micros]) => requested(id, micros)),
      requested('empty', 0),
      ...works.map((id) => named(`WORK.CANCELLED (${id})`, { type: 'WORK.CANCELLED', id })),
      named('WORK.CANCELLED (none)', { type: 'WORK.CANCELLED', id: 'none' }),
      ...(snapshot.value === 'working' ? [delayElapsed('untilNextWorkEnds', 'processor.working', untilEnd)] : []),
    ];
  },
  project: (snapshot) => {
    const context: ProcessorContext = snapshot.context;
    const { works, nowMicros } = context;
    return worksOf(context).map((id) => [id, flowEndMicros(works, nowMicros, id) - nowMicros]);
  },
};

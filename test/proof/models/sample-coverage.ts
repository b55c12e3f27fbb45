import type {
  MachineCoverage,
  StateCoverage,
  TransitionCoverage,
} from '../../../src/proof/models/coverage/machine-coverage.ts';

function state(id: string, changes: Partial<StateCoverage> = {}): StateCoverage {
  return { id, isInitial: false, covered: true, hits: 3, unreachable: undefined, ...changes };
}

function transition(id: string, changes: Partial<TransitionCoverage>): TransitionCoverage {
  const shared = {
    event: 'GO',
    index: 0,
    target: undefined,
    guard: undefined,
    covered: true,
    hits: 2,
    unreachable: undefined,
  };
  return { id, source: 'door', ...shared, ...changes };
}

const unlocks = 'door.shut.locked UNLOCK[0] → shut.closed if and(hasKey, not(isStuck))';

/**
 * A door: nested states, something of every kind that is covered, missing, listed as unreachable, and listed
 * wrongly.
 */
export const doorCoverage: MachineCoverage = {
  machine: 'door',
  states: [
    state('door.shut', { isInitial: true }),
    state('door.shut.locked'),
    state('door.shut.closed', { isInitial: true }),
    state('door.end', { covered: false, hits: 0 }),
    state('door.gone', {
      covered: false,
      hits: 0,
      unreachable: 'Nobody takes a door out of its frame; a fire would, and there is none in this house.',
    }),
  ],
  transitions: [
    transition('door.shut.locked UNLOCK[0] → shut.closed', {
      source: 'door.shut.locked',
      event: 'UNLOCK',
      target: 'door.shut.closed',
      guard: 'and(hasKey, not(isStuck))',
    }),
    transition('door.shut.locked UNLOCK[1] → (stays)', {
      source: 'door.shut.locked',
      event: 'UNLOCK',
      index: 1,
      covered: false,
      hits: 0,
    }),
    transition('door.shut OPEN → end', {
      source: 'door.shut',
      event: 'OPEN; "now": <at once>',
      target: 'door.end',
      covered: false,
      hits: 0,
    }),
    transition('door BURN → gone', {
      event: 'BURN',
      target: 'door.gone',
      covered: false,
      hits: 0,
      unreachable: 'There is no fire.',
    }),
    transition('door * → (stays)', { event: '*', unreachable: 'Everybody knows doors.' }),
  ],
  guards: [
    {
      id: unlocks,
      transition: 'door.shut.locked UNLOCK[0] → shut.closed',
      guard: 'and(hasKey, not(isStuck))',
      isPart: false,
      covered: false,
      trueHits: 2,
      falseHits: 0,
      neverTrue: undefined,
      neverFalse: undefined,
    },
    {
      id: `${unlocks}: isStuck`,
      transition: 'door.shut.locked UNLOCK[0] → shut.closed',
      guard: 'isStuck',
      isPart: true,
      covered: true,
      trueHits: 0,
      falseHits: 2,
      neverTrue: 'It is oiled.',
      neverFalse: undefined,
    },
  ],
};

/** A machine of which all is covered. */
export const gateCoverage: MachineCoverage = {
  machine: 'gate',
  states: [state('gate.open', { isInitial: true })],
  transitions: [transition('gate GO → (stays)', { source: 'gate' })],
  guards: [],
};

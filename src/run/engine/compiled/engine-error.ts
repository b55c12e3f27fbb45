import type { AnyStateNode } from 'xstate';

/** A machine leaves the dialect that is compiled (docs/architecture.md); `--engine xstate` runs it. */
export class EngineError extends Error {
  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
    this.name = 'EngineError';
  }
}

/** A defect of a state of a machine. */
export function stateError(node: AnyStateNode, what: string): EngineError {
  const faultyPart = node.parent === undefined ? 'its root' : `state ${node.path.join('.')}`;
  return new EngineError(
    `machine ${node.machine.id}, ${faultyPart}`,
    `${what}: the compiled engine does not know it`,
  );
}

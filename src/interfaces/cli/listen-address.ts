import { InvalidArgumentError } from 'commander';
import { CommandError, exitCode } from './command-error.ts';
import { errorCode, portProblem } from './port-problem.ts';

/** Where a server of ours listens. */
export interface Listen {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
}

const portMax = 65_535;

/** Reads `127.0.0.1:5000`, `[::1]:0` or a port alone. Throws an `InvalidArgumentError`. */
export function listenOf(text: string): Listen {
  const [, name = '', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const host = name === '' ? '127.0.0.1' : name.replace(/^\[(.*)\]$/, '$1');
  if (port === '' || Number(port) > portMax)
    throw new InvalidArgumentError('Expected an address and a port, such as 127.0.0.1:5000.');
  return { host, port: Number(port) };
}

/** Whether only this machine reaches an address. */
export function isLoopbackAddress(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

/** Returns the problem of an address where a server cannot listen; another error as it is. */
export function cannotListen(error: unknown, { host, port }: Listen): unknown {
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(errorCode(error))))
    return new CommandError(exitCode.usage, `${host} is no address of this machine`);
  return portProblem(error, port, 'another --listen, or port 0 for a free one');
}

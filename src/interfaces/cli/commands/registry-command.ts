import { InvalidArgumentError } from 'commander';
import { countText } from '../../../inputs/count-text.ts';
import { formatInputError, wrongInputText } from '../../../inputs/documents/input-error.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { forNotes, quietOption } from '../command-options.ts';
import { readBytes } from '../files/read-bytes.ts';
import { readSources } from '../files/read-sources.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { cannotListen, isLoopbackAddress, type Listen, listenOf } from '../listen-address.ts';
import { errorCode } from '../port-problem.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { durationMicros } from '../run/run-options.ts';
import { type Terminal, tellNote, tellWarning } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'The OCI distribution API over HTTP, to be read: the images of the inputs with drawn bytes of the stated sizes, made while they are read, whose digests hold. Tokens, pull limits, bandwidth, latency and faults are those of the Scenario.',
    'Several registries are told apart by the Host header, by ?ns=docker.io as containerd asks mirrors, or by the first part of the path: /v2/docker.io/library/redis/….',
    'stdout has the address, in one line; stderr a line for each request. Ctrl-C ends the server.',
  ],
  examples: [
    ['A registry with the images of a Scenario', 'windlass registry scenario.yaml'],
    [
      'That fails after a minute, in six seconds',
      "windlass registry scenario.yaml --fault 'registryDown from=1m' --speed 10",
    ],
    ["With Docker Hub's limit", 'windlass registry scenario.yaml --pull-limit docker.io=100/6h'],
    ['On a port of its own', 'windlass registry deployment.yaml --listen 127.0.0.1:5000'],
  ],
};

interface RegistryOptions {
  readonly listen: Listen;
  readonly storeAt?: string;
  readonly tokenLife?: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly speed: number;
  readonly quiet?: true;
}

const speedMax = 1_000;

/** `windlass registry`: a registry that behaves as a Scenario says. */
export const add: AddCommand = (command, terminal, end) => {
  command.argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them');
  addRequestOptions(command, ['seed', 'faults', 'pullLimits', 'imageSizes', 'platform'])
    .option('--listen <host:port>', 'where to listen; port 0 for a free one', listenOf, {
      host: '127.0.0.1',
      port: 0,
    })
    .option(
      '--store-at <host[:port]>',
      'a name of this machine under which clients reach the blob stores (default: localhost, or the address, whichever the client has not asked)',
      storeAtOf,
    )
    .option(
      '--token-life <duration>',
      'how long a token is good, by the time of the Scenario (default: 5m)',
      durationMicros,
    )
    .option('--tls-cert <file>', 'serves HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'the key of the certificate (PEM)')
    .option('--speed <n>', 'how much faster than the clock time passes', speedOf, 1)
    .option(...quietOption)
    .action(async (inputs: string[], options: RegistryOptions) => {
      await runRegistry(inputs, options, terminal);
      end(exitCode.ok);
    });
};

function storeAtOf(text: string): string {
  if (!/^(?:\[[\da-f:]+\]|[\w.-]{1,253})(?::\d{1,5})?$/i.test(text))
    throw new InvalidArgumentError('Expected a host, such as store.example or store.example:5000.');
  return text;
}

function speedOf(text: string): number {
  const speed = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(speed > 0 && speed <= speedMax))
    throw new InvalidArgumentError(`Expected a number above 0, and no more than ${speedMax}.`);
  return speed;
}

async function runRegistry(inputs: string[], options: RegistryOptions, terminal: Terminal): Promise<void> {
  const { listen, speed, storeAt, tokenLife } = options;
  // Registered here, so that a signal during the start of the server is not lost.
  const stopped = terminal.untilStopped?.();
  // Loaded on demand: help and completion need no server.
  const [{ readRegistryInput }, { serveRegistry }, { isRegistryFault }, { requestLine }] = await Promise.all([
    import('../../registry/registry-input.ts'),
    import('../../registry/registry-server.ts'),
    import('../../registry/served-registry.ts'),
    import('../../registry/request-line.ts'),
  ]);
  const read = readRegistryInput(await readSources(inputs, terminal, []), requestOf(options));
  if (!read.ok) throw new CommandError(exitCode.input, wrongInputText(read.errors.map(formatInputError)));
  const { input, warnings } = read;
  for (const warning of warnings) tellWarning(terminal, warning);
  if (input.images.length === 0)
    throw new CommandError(exitCode.input, wrongInputText(['no images in the input: nothing can be served']));
  for (const fault of input.faults)
    if (!isRegistryFault(fault))
      tellWarning(terminal, `the fault ${fault.kind} meets no registry: it does nothing here`);
  if (!isLoopbackAddress(listen.host))
    tellWarning(terminal, `${listen.host} is not this machine alone: whoever reaches it may pull`);
  const notes = forNotes(terminal, options);
  const tls = await certificateOf(options, terminal);
  const server = await serveRegistry({
    input,
    ...listen,
    speed,
    tls,
    storeAt,
    tokenLifeMicros: tokenLife,
    nowMs: terminal.nowMs,
    onRequest: (entry) => tellNote(notes, requestLine(entry)),
  }).catch((error: unknown) => {
    throw isWrongCertificate(error) ? wrongCertificate(options, error) : cannotListen(error, listen);
  });
  terminal.stdout.write(`${server.url}\n`);
  tellNote(notes, `${countText(input.images.length, 'image')}; Ctrl-C ends it`);
  await stopped;
  await server.close();
}

/** Returns the certificate and its key; undefined for plain HTTP. Throws a `CommandError` for one without the other. */
async function certificateOf(
  { tlsCert, tlsKey }: RegistryOptions,
  { cwd }: Terminal,
): Promise<{ readonly cert: Buffer; readonly key: Buffer } | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new CommandError(exitCode.usage, '--tls-cert and --tls-key belong together: both or none');
  const [cert, key] = await Promise.all(
    [tlsCert, tlsKey].map((file) => readBytes(file, { cwd, bytesMax: pemBytesMax })),
  );
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

const pemBytesMax = 2 ** 20;

function isWrongCertificate(error: unknown): error is Error {
  return /^ERR_(?:OSSL|TLS)/.test(String(errorCode(error)));
}

function wrongCertificate({ tlsCert, tlsKey }: RegistryOptions, { message }: Error): CommandError {
  return new CommandError(
    exitCode.input,
    `${tlsCert} with ${tlsKey} is no certificate with its key: ${message}`,
  );
}

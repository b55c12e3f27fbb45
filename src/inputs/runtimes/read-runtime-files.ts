import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { checkShape } from '../documents/check-shape.ts';
import { countLeaves } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { type SourceDocument, type SourceText, wholeOf } from '../documents/source-document.ts';
import { tomlDocument } from '../documents/toml/toml-document.ts';
import { crioConfigShape } from './containerd-config-shape.ts';
import { crioRegistriesOf, registriesConfShape } from './crio-registries.ts';
import { noteIgnored, readContainerdConfig } from './read-containerd-config.ts';
import { readHostsFile } from './read-hosts-file.ts';
import { type RuntimeConfiguration, timeoutMicros } from './runtime-config-of-document.ts';
import { mergedConfigurations } from './runtime-configuration.ts';
import { runtimeFileKind } from './runtime-file.ts';
import { readBottlerocketSettings } from './soci/read-bottlerocket-settings.ts';
import { readSociConfig } from './soci/read-soci-config.ts';

/**
 * Reads the files of runtimes in the input: containerd's config.toml (several are merged in their order, like
 * its imports), hosts.toml, and crio.conf. `readings` tells what has no effect.
 */
export function readRuntimeFiles(
  sources: readonly SourceText[],
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration {
  const configurations = sources.flatMap((source) => {
    const document = tomlDocument(source, problems);
    return document === undefined ? [] : (readFile(document, readings, problems) ?? []);
  });
  return mergedConfigurations(configurations);
}

function readFile(
  document: SourceDocument,
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration | undefined {
  const kind = runtimeFileKind(document.source.name, document.value);
  switch (kind) {
    case 'hosts':
      return readHostsFile(document, readings, problems);
    case 'containerd': {
      const read = readContainerdConfig(document, readings, problems);
      return read && { ...read, hasConfigFile: true };
    }
    case 'crio':
      return readCrioConfig(document, readings, problems);
    case 'registries':
      return readRegistriesConf(document, readings, problems);
    case 'soci':
      return readSociConfig(document, readings, problems);
    case 'bottlerocket':
      return readBottlerocketSettings(document, readings, problems);
    case undefined: {
      const message = 'this is not a known file of a container runtime';
      const expected =
        "containerd's config.toml (version, plugins), its hosts.toml (server, host), crio.conf ([crio.image]), registries.conf ([[registry]]), config.toml of the SOCI snapshotter ([pull_modes]), or settings of Bottlerocket ([settings])";
      problems.at({ document, path: [] }, { code: 'UNKNOWN_FILE', message, expected }, 'withoutExcerpt');
      return undefined;
    }
  }
}

function readCrioConfig(
  document: SourceDocument,
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration | undefined {
  const {
    pull_progress_timeout: timeout,
    pause_image: pauseImage,
    short_name_mode: shortNameMode,
  } = checkShape(crioConfigShape, wholeOf(document), problems)?.crio?.image ?? {};
  const others = countLeaves(document.value, (path) =>
    ['crio.image.pull_progress_timeout', 'crio.image.pause_image', 'crio.image.short_name_mode'].includes(
      path.join('.'),
    ),
  );
  noteIgnored(document.source.name, others, readings);
  return omitUndefined({
    crioProgressTimeoutMicros: timeoutMicros(timeout),
    sandboxImage: pauseImage || undefined,
    shortNameMode,
  });
}

/** Reads registries.conf of containers/image, or a drop-in file of it. */
function readRegistriesConf(
  document: SourceDocument,
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration {
  const read = checkShape(registriesConfShape(), wholeOf(document), problems);
  if (read === undefined) return {};
  const search = read['unqualified-search-registries'];
  const [only, second] = search ?? ['docker.io'];
  if (only !== undefined && (second !== undefined || only !== 'docker.io'))
    readings.add(
      `${document.source.name}: names without a registry are taken from docker.io, not from ${(search ?? []).join(', ')}, where CRI-O does not refuse them.`,
    );
  return {
    registriesConf: crioRegistriesOf(read),
    ...omitUndefined({
      searchRegistries: search,
      shortNameAliases: read.aliases === undefined ? undefined : Object.keys(read.aliases),
    }),
  };
}

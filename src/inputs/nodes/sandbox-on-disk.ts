import { imageLocation } from '../../rules/runtime/images/image-location.ts';
import type { InputNotes } from '../input-notes.ts';
import type { ProviderRow } from '../providers/provider-row.ts';
import { providerRows } from '../providers/provider-rows.ts';
import type { ProviderSettings } from '../providers/provider-settings.ts';
import { isReplacedByHostsFile } from '../runtimes/node-registry-hosts.ts';
import type { BuiltNode } from './plan-nodes.ts';

interface SandboxSources {
  readonly row: ProviderRow | undefined;
  readonly ofProvider: ProviderSettings | undefined;
  /** The sandbox image that the user's own configuration names. */
  readonly written: string | undefined;
  /** The one that the runtime uses in the end. */
  readonly sandboxImage: string | undefined;
  readonly hosts: BuiltNode['places']['mirrors'];
  readonly notes: InputNotes;
}

/**
 * Whether the sandbox image is on the disk before the first pod: it belongs to the provider's node image, or the
 * node must have got it through mirrors that replace its registry.
 */
export function hasSandboxImage({
  row,
  ofProvider,
  written,
  sandboxImage,
  hosts,
  notes,
}: SandboxSources): boolean {
  if (ofProvider?.isSandboxOnDisk === true && isOfNodeImage(row, ofProvider.sandboxImage, written))
    return true;
  if (written !== undefined || ofProvider?.sandboxImage !== undefined || sandboxImage === undefined)
    return false;
  if (!isReplacedByHostsFile(hosts, imageLocation(sandboxImage).registry)) return false;
  notes.assumptions.add(
    `${sandboxImage} is on the disk where a hosts.toml replaces the registry it comes from.`,
  );
  return true;
}

/**
 * Whether the sandbox image that is configured is the one on the disks of a provider's nodes. Which one that is,
 * is not known of a family of node images, so that it is none that the user's files name.
 */
function isOfNodeImage(
  row: ProviderRow | undefined,
  ofProvider: string | undefined,
  written: string | undefined,
): boolean {
  if (written === undefined || written === ofProvider) return true;
  return ofProvider === undefined && row !== undefined && providerRows.includes(row);
}

import type { Messages } from '../../rules/kubelet/profile.ts';
import { patchesBesideProfiles, profileAtPatch } from '../../rules/kubelet/profiles/profile-at-patch.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import { imageIn } from './pod-sighting.ts';
import { pulledEventMessage } from './pulled-event-message.ts';

const created = /^Created container:? ([a-z0-9][a-z0-9-]*)$/;
const figures = /\d[\d.]*(?:ns|µs|ms|h|m|s)?(?:\d[\d.]*(?:ms|m|s))*/g;

/** How each version words its events, the newest first. */
function versions(): { readonly version: string; readonly messages: Messages }[] {
  const patches = patchesBesideProfiles.flatMap((version) => {
    const profile = profiles.find(({ release }) => version.startsWith(`${release}.`));
    return profile === undefined ? [] : [{ version, messages: profileAtPatch(profile, version).messages }];
  });
  const all = [...profiles.map(({ version, messages }) => ({ version, messages })), ...patches];
  return all.sort((a, b) => numberOf(b.version) - numberOf(a.version));
}

function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 1_000 + minor) * 1_000 + patch;
}

/**
 * Returns the newest and the oldest version of a kubelet whose events have these texts, of those whose words are
 * known; undefined if the texts do not tell, because they are those of all, or of none.
 */
export function releaseOfTexts(
  texts: readonly string[],
): { readonly newest: string; readonly oldest: string } | undefined {
  const telling = new Set(
    texts.filter((text) => created.test(text) || pulledEventMessage(text) !== undefined || isPresent(text)),
  );
  if (telling.size === 0) return undefined;
  const all = versions();
  const fitting = all.filter(({ messages }) => [...telling].every((text) => isSaidBy(messages, text)));
  const [newest, oldest] = [fitting[0], fitting.at(-1)];
  if (newest === undefined || oldest === undefined || fitting.length === all.length) return undefined;
  return { newest: newest.version, oldest: oldest.version };
}

function isPresent(text: string): boolean {
  return /already present on machine/.test(text);
}

function isSaidBy(messages: Messages, text: string): boolean {
  const container = created.exec(text)?.[1];
  if (container !== undefined) return messages.created(container) === text;
  const image = imageIn(text) ?? '';
  // Whether it was verified depends on a setting of the node.
  if (isPresent(text)) return [true, false].some((verified) => messages.present(image, verified) === text);
  const facts = { image, pullMicros: 1_234_567, pullMicrosWithWaiting: 1_234_567, sizeBytes: 1 };
  return withoutFigures(messages.pulled(facts), image) === withoutFigures(text, image);
}

function withoutFigures(text: string, image: string): string {
  return text.replace(image, '').replace(figures, 'N');
}

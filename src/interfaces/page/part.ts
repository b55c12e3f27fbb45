import { type PartName, partElementId } from './boot.ts';
import type { EditorParts } from './editor/editor-parts.ts';

/** What each part of the page exports. */
interface Parts extends Record<PartName, unknown> {
  readonly charts: typeof import('./statechart/charts-part.ts');
  readonly editor: EditorParts;
}

const loading = new Map<PartName, Promise<Parts[PartName]>>();

/**
 * Loads a part of the page once (scripts/build/build-page.mjs makes them): the script beside the page, or the text
 * that a page in one file has of it. Rejects if it cannot be loaded; the next call tries again.
 */
export function loadPart<Name extends PartName>(name: Name): Promise<Parts[Name]> {
  let part = loading.get(name);
  if (part === undefined) {
    part = runScript(name).then(() => exportsOf(name));
    part.catch(() => loading.delete(name));
    loading.set(name, part);
  }
  return part as Promise<Parts[Name]>;
}

function exportsOf<Name extends PartName>(name: Name): Parts[Name] {
  const exported = (globalThis as Record<string, unknown>)[`windlass_${name}`];
  if (exported === undefined) throw new Error(`the page has no part ${name}`);
  return exported as Parts[Name];
}

function runScript(name: PartName): Promise<void> {
  const script = document.createElement('script');
  const inPage = document.getElementById(partElementId(name))?.textContent;
  if (typeof inPage === 'string' && inPage !== '') {
    // The page's policy knows the hash of this text. It is JSON, so that nothing in it can end its element.
    script.textContent = String(JSON.parse(inPage));
    document.head.append(script);
    script.remove();
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    script.src = `part-${name}.js`;
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`the part ${name} of the page could not be loaded`));
    };
    document.head.append(script);
  });
}

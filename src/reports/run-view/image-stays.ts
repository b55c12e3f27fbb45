import { canonicalImageName } from '../../rules/runtime/images/image-location.ts';
import type { ActorRecord } from '../../trace/record.ts';

interface Stay {
  readonly image: string;
  readonly fromMs: number;
  toMs?: number;
}

/** Collects when images came to one node and left it. */
export class ImageStays {
  readonly #stays: Stay[] = [];
  readonly #known = new Set<string>();
  readonly #open = new Map<string, Stay>();
  readonly #bytes = new Map<string, number>();

  note(record: ActorRecord): void {
    if (record.type === 'image') {
      if (record.state === 'present') this.#came(record.image, record.at);
      else this.#left(record.image, record.at);
    } else if (record.type === 'pull') {
      if (record.sizeBytes !== undefined) this.#bytes.set(canonicalImageName(record.image), record.sizeBytes);
      if (record.state === 'present') this.#wasThere(record.image, record.at);
    } else if (
      record.type === 'imageGC' &&
      record.image !== undefined &&
      record.believedBytes !== undefined
    ) {
      const key = canonicalImageName(record.image);
      if (!this.#bytes.has(key)) this.#bytes.set(key, record.believedBytes);
    }
  }

  finish(): ImageStay[] {
    const stays = this.#stays.map(({ image, ...stay }) => {
      const bytes = this.#bytes.get(canonicalImageName(image));
      return { image, ...stay, ...(bytes === undefined ? {} : { bytes }) };
    });
    return stays.sort((a, b) => a.fromMs - b.fromMs || (a.image < b.image ? -1 : a.image > b.image ? 1 : 0));
  }

  #came(image: string, fromMs: number): void {
    const key = canonicalImageName(image);
    if (this.#open.has(key)) return;
    const stay: Stay = { image, fromMs };
    this.#open.set(key, stay);
    this.#known.add(key);
    this.#stays.push(stay);
  }

  /** An image that nobody has pulled and that is first seen now was there from the beginning. */
  #wasThere(image: string, atMs: number): void {
    const key = canonicalImageName(image);
    if (!this.#open.has(key)) this.#came(image, this.#known.has(key) ? atMs : 0);
  }

  #left(image: string, toMs: number): void {
    const key = canonicalImageName(image);
    this.#wasThere(image, toMs);
    const stay = this.#open.get(key);
    if (stay !== undefined) stay.toMs = toMs;
    this.#open.delete(key);
  }
}

export interface ImageStay {
  readonly image: string;
  readonly fromMs: number;
  /** Absent if it is still there at the end. */
  readonly toMs?: number;
  readonly bytes?: number;
}

import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import { imageLocation } from '../../rules/runtime/images/image-location.ts';
import type { DrawnContent, ImageContent } from './content/image-content.ts';
import type { StoredContent } from './content/stored-content.ts';
import { servedTags } from './served-tags.ts';

/** What a digest names in a repository, and in which of its images. */
export interface FoundContent {
  readonly image: Image;
  readonly content: StoredContent;
}

/** The images of all registries, by registry, repository and tag. */
export class ImageShelf {
  readonly #content: DrawnContent;
  readonly #registries = new Map<string, Map<string, Map<string, Image>>>();
  /** The image of a repository whose manifest was asked for last: what is asked for next belongs to it. */
  readonly #lastAsked = new Map<string, Image>();

  constructor(images: readonly Image[], content: DrawnContent) {
    this.#content = content;
    for (const { image, location, tag } of servedTags(images)) {
      const repositories = getOrInsert(
        this.#registries,
        location.registry,
        () => new Map<string, Map<string, Image>>(),
      );
      getOrInsert(repositories, location.repository, () => new Map<string, Image>()).set(tag, image);
    }
  }

  /** The hosts that have images. */
  get hosts(): readonly string[] {
    return [...this.#registries.keys()];
  }

  /** Returns the tags of a repository; undefined if the registry has no such repository. */
  tags(registry: string, repository: string): readonly string[] | undefined {
    const tags = this.#registries.get(registry)?.get(repository);
    return tags && [...tags.keys()].sort();
  }

  image(registry: string, repository: string, tag: string): Image | undefined {
    return this.#registries.get(registry)?.get(repository)?.get(tag);
  }

  /** Returns what the tag of this image points to. */
  async root(image: Image): Promise<ImageContent> {
    const { registry, repository } = imageLocation(image.name);
    this.#lastAsked.set(`${registry}/${repository}`, image);
    return await this.#content.of(image);
  }

  /**
   * Returns what a digest names in a repository. Its images are made one after the other until one has it, the one
   * that was asked for last first.
   */
  async find(registry: string, repository: string, digest: string): Promise<FoundContent | undefined> {
    const images = [...(this.#registries.get(registry)?.get(repository)?.values() ?? [])];
    const last = this.#lastAsked.get(`${registry}/${repository}`);
    for (const image of last === undefined ? images : [last, ...images]) {
      const { byDigest } = await this.#content.of(image);
      const content = byDigest.get(digest);
      if (content !== undefined) return { image, content };
    }
    return undefined;
  }
}

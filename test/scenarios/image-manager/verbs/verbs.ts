import { advance } from './advance.ts';
import { fail } from './fail.ts';
import { need } from './need.ts';
import { remove } from './remove.ts';
import { succeed } from './succeed.ts';
import type { Verb } from './verb.ts';

/** The commands of scenario files about the image manager, by name. */
export const verbs: Readonly<Record<string, Verb>> = { need, succeed, fail, remove, advance };

export const mutations: Readonly<Record<string, string>>;
export const switches: Readonly<Record<string, string>>;
export function mutationsOf(release: string): string[];

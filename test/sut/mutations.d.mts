export const mutations: Readonly<Record<string, string>>;
export function mutationsOf(release: string): readonly string[];

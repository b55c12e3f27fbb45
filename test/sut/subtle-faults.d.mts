export const subtleFaults: Readonly<Record<string, string>>;

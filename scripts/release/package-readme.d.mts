export function packageReadme(
  readme: string,
  release: { readonly repository: string; readonly version: string },
): string;

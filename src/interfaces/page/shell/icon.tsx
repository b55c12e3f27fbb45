/** Outlines on a grid of 16 by 16, in the colour of the text. */
const outlines = {
  begin: 'M3 3h2v10H3zM13 3v10L6 8z',
  stepBack: 'M11 3v10L4 8z',
  stepOn: 'M5 3v10l7-5z',
  play: 'M4 2.5v11l9.5-5.5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  system: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM8 3v10A5 5 0 0 1 8 3z',
  light:
    'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM7.3 1h1.4v2.4H7.3zM7.3 12.6h1.4V15H7.3zM1 7.3h2.4v1.4H1zM12.6 7.3H15v1.4h-2.4zM2.6 3.6l1-1 1.7 1.7-1 1zM10.7 11.7l1-1 1.7 1.7-1 1zM2.6 12.4l1.7-1.7 1 1-1.7 1.7zM10.7 4.3l1.7-1.7 1 1-1.7 1.7z',
  dark: 'M6.2 1.8a6.4 6.4 0 1 0 8 8A5.6 5.6 0 0 1 6.2 1.8z',
} as const;

type IconName = keyof typeof outlines;

/** The picture on a button. The button itself has a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="shell-icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
      <path d={outlines[name]} fill="currentColor" fill-rule="evenodd" />
    </svg>
  );
}

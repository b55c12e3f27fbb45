import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { keep, kept } from './kept.ts';

type Theme = 'system' | 'light' | 'dark';

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

/** Applies the stored theme. To be called before anything is drawn. */
export function applyKeptTheme(): Theme {
  const theme = kept('theme');
  const known: Theme = theme === 'light' || theme === 'dark' ? theme : 'system';
  apply(known);
  return known;
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Switches from the system's colours to light, to dark, and back. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(applyKeptTheme);
  const change = (): void => {
    const to = next[theme];
    apply(to);
    keep('theme', to === 'system' ? undefined : to);
    setTheme(to);
  };
  return (
    <button
      type="button"
      class="shell-theme"
      onClick={change}
      title={`Colours: ${theme}`}
      aria-label={`Colours: ${theme}. Change to ${next[theme]}`}
    >
      <Icon name={theme} />
    </button>
  );
}

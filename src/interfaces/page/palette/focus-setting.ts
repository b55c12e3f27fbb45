/** Puts the focus on the control of a setting, once the panel of settings is there. */
export function focusSetting(name: string): void {
  // The panel is drawn in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = document.querySelector(`.what-if-row[data-setting="${CSS.escape(name)}"]`);
      const group = row?.closest('details');
      if (group != null) group.open = true;
      const control = row?.querySelector<HTMLElement>('input, select, textarea, button');
      control?.focus();
      row?.scrollIntoView({ block: 'center' });
    }),
  );
}

/** Puts the focus on the question in the drawer, once it is there. */
export function focusQuestion(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.ask-question select')?.focus()),
  );
}

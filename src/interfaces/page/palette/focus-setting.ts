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

/** Opens a menu of the header, with the focus on one of its items. */
export function openMenu(name: string, item: string): void {
  const menu = document.querySelector(`.shell-menu[data-menu="${CSS.escape(name)}"]`);
  const button = menu?.querySelector<HTMLElement>('button');
  if (button?.getAttribute('aria-expanded') === 'false') button.click();
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      menu?.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"]`)?.focus(),
    ),
  );
}

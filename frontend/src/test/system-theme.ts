type Theme = 'light' | 'dark';

let theme: Theme = 'light';

/** The theme of the person's system. */
export function systemTheme(): Theme {
  return theme;
}

/** Changes the theme of the system, which pages notice at once. */
export function setSystemTheme(changed: Theme): void {
  theme = changed;
  // All media queries are matched again.
  window.dispatchEvent(new Event('resize'));
}

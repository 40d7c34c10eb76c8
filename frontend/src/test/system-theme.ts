type Theme = 'light' | 'dark';

let theme: Theme = 'light';

/** The simulated theme of the operating system. */
export function systemTheme(): Theme {
  return theme;
}

/** Changes the theme of the system, and notifies the page. */
export function setSystemTheme(changed: Theme): void {
  theme = changed;
  // Notifies the listeners of all media queries.
  window.dispatchEvent(new Event('resize'));
}

/** The tab's own storage. A browser that blocks it costs the reviewer a convenience and never the page. */
export const sessionStore = {
  read(key: string): string {
    try {
      return sessionStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  },

  write(key: string, value: string): void {
    try {
      if (value === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    } catch {
      // Blocked or full: see above.
    }
  },
};

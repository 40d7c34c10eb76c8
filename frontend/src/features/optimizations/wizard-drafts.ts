/** The wizard's drafts in the storage of this browser: the current one, and each one's step under a key of its own. */

const CURRENT_KEY = 'gmb-optimization-draft';
const keyOf = (id: string) => `${CURRENT_KEY}:${id}`;

export const wizardDrafts = {
  /** The draft that the wizard continues with when its address names none. */
  current: (): string | null => read(CURRENT_KEY),

  /** Whether this browser can continue the wizard of an optimization. */
  has: (id: string): boolean => read(keyOf(id)) !== null,

  /** The last step of a draft, from 0. */
  stepOf(id: string): number | null {
    const step = read(keyOf(id));
    return step !== null && /^[0-2]$/.test(step) ? Number(step) : null;
  },

  /** Stores a draft with its step, and makes it the current one. */
  keep(id: string, step: number): void {
    write(CURRENT_KEY, id);
    write(keyOf(id), String(step));
  },

  /** Removes a draft that was submitted or deleted. */
  drop(id: string): void {
    write(keyOf(id), null);
    if (read(CURRENT_KEY) === id) write(CURRENT_KEY, null);
  },

  /** Makes the next wizard start a new draft; this one is kept. */
  leaveCurrent: (): void => write(CURRENT_KEY, null),
};

/** Address of the wizard of a draft. */
export function wizardPath(id: string): string {
  return `/gmb-optimizations/create?${new URLSearchParams({ draft: id })}`;
}

// Storage may be blocked or full: then the wizard works until the page is reloaded.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

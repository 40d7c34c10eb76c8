/** The wizard's drafts in local storage: the id of the current one, and the step of each. */

const CURRENT_KEY = 'gmb-optimization-draft';
const keyOf = (id: string) => `${CURRENT_KEY}:${id}`;

export const wizardDrafts = {
  /** Id of the draft that the wizard continues if the URL names none. */
  current: (): string | null => read(CURRENT_KEY),

  /** Whether this browser has the draft of an optimization. */
  has: (id: string): boolean => read(keyOf(id)) !== null,

  /** The stored step of a draft, from 0. */
  stepOf(id: string): number | null {
    const step = read(keyOf(id));
    return step !== null && /^[0-2]$/.test(step) ? Number(step) : null;
  },

  /** Stores the step of a draft, and makes it the current one. */
  keep(id: string, step: number): void {
    write(CURRENT_KEY, id);
    write(keyOf(id), String(step));
  },

  /** Removes a draft that was submitted or deleted. */
  drop(id: string): void {
    write(keyOf(id), null);
    if (read(CURRENT_KEY) === id) write(CURRENT_KEY, null);
  },

  /** Makes the next wizard start a new draft; the current one stays stored. */
  leaveCurrent: (): void => write(CURRENT_KEY, null),
};

/** Path of the wizard for a draft. */
export function wizardPath(id: string): string {
  return `/gmb-optimizations/create?${new URLSearchParams({ draft: id })}`;
}

// Storage may be blocked or full: then a reload starts at the first step.
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
    // Blocked or full; see `read`.
  }
}

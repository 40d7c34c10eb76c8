/** The wizard's drafts that this browser holds: the current one, and each one's step under a key of its own (spec 2, 4). */

const CURRENT_KEY = 'gmb-optimization-draft';
const keyOf = (id: string) => `${CURRENT_KEY}:${id}`;

export const wizardDrafts = {
  /** The draft that the wizard goes on with when it is opened without being told which. */
  current(): string | null {
    return read(CURRENT_KEY);
  },

  /** Whether this browser can go on with the wizard of an optimization. */
  has(id: string): boolean {
    return read(keyOf(id)) !== null;
  },

  /** The step that the wizard of a draft was left on, from 0. */
  stepOf(id: string): number | null {
    const step = read(keyOf(id));
    return step !== null && /^[0-2]$/.test(step) ? Number(step) : null;
  },

  /** Keeps a draft with its step, and makes it the current one. */
  keep(id: string, step: number): void {
    write(CURRENT_KEY, id);
    write(keyOf(id), String(step));
  },

  /** Forgets a draft that was submitted, or that is gone. */
  drop(id: string): void {
    write(keyOf(id), null);
    if (read(CURRENT_KEY) === id) write(CURRENT_KEY, null);
  },

  /** Lets the next wizard begin anew; the draft stays with its optimization. */
  leaveCurrent(): void {
    write(CURRENT_KEY, null);
  },
};

/** Address of the wizard of a draft. */
export function wizardPath(id: string): string {
  return `/gmb-optimizations/create?${new URLSearchParams({ draft: id })}`;
}

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
    // Blocked or full: the wizard goes on, only a reload begins anew.
  }
}

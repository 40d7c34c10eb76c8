/** Access to a storage of the browser that does not throw when the storage is blocked or full. */
function safeStorage(storage: () => Storage) {
  return {
    read(key: string): string {
      try {
        return storage().getItem(key) ?? '';
      } catch {
        return '';
      }
    },

    write(key: string, value: string): void {
      try {
        if (value === '') storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        // Only a convenience is lost.
      }
    },
  };
}

/** Storage until the tab closes. */
export const tabStorage = safeStorage(() => sessionStorage);
/** Storage on this device. */
export const deviceStorage = safeStorage(() => localStorage);

/** Storage key of unsent feedback, which is kept until it is sent or the tab closes. */
export const draftKey = (about: string) => `review-feedback:${about}`;

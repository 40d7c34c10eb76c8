import { act } from '@testing-library/react';

/** Goes back in the history, and waits until jsdom has done so. */
export async function back(): Promise<void> {
  await act(async () => {
    const stepped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await stepped;
  });
}

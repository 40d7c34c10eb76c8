import { act } from '@testing-library/react';

/** Steps back as the browser does, which takes it a moment. */
export async function back(): Promise<void> {
  await act(async () => {
    const stepped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await stepped;
  });
}

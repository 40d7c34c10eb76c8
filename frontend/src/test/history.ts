import { act } from '@testing-library/react';

// Import it before what listens as well, and may keep a step to itself.
let onStep = () => {};
window.addEventListener('popstate', () => onStep());

/** Steps back as the browser does, which takes it a moment. */
export async function back(): Promise<void> {
  await act(async () => {
    const stepped = new Promise<void>((resolve) => (onStep = resolve));
    window.history.back();
    await stepped;
  });
}

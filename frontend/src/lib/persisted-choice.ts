import { useState } from 'react';

/**
 * State with one of a few values, persisted in local storage.
 * @param key its key in local storage
 * @param choices the valid values; the first is the default
 */
export function usePersistedChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => readPersistedChoice(key, choices));
  return [
    choice,
    (chosen) => {
      persistChoice(key, chosen);
      setChoice(chosen);
    },
  ];
}

/** The persisted value, for use outside of components. */
export function readPersistedChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((one) => one === localStorage.getItem(key)) ?? choices[0];
}

export function persistChoice(key: string, chosen: string): void {
  localStorage.setItem(key, chosen);
}

import { useState } from 'react';

/**
 * A choice of how staff like to work, kept in this browser.
 * @param key its name in local storage
 * @param choices all there are; the first one until another was chosen
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

/** The same outside of components: what is kept now. */
export function readPersistedChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((one) => one === localStorage.getItem(key)) ?? choices[0];
}

export function persistChoice(key: string, chosen: string): void {
  localStorage.setItem(key, chosen);
}

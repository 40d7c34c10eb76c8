import { useState } from 'react';

/**
 * A choice of how staff like to work, kept in this browser.
 * @param key its name in local storage
 * @param choices all there are; the first one until another was chosen
 */
export function useKeptChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => choices.find((one) => one === localStorage.getItem(key)) ?? choices[0]);
  return [
    choice,
    (chosen) => {
      localStorage.setItem(key, chosen);
      setChoice(chosen);
    },
  ];
}

import styles from './marks.module.css';

/** The initials of a person's name in a circle, beside the name. */
export function Initials({ name }: { name: string }) {
  return (
    <span aria-hidden className={`centered no-shrink muted sunken small medium disc ${styles['initials']}`}>
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  // The zero-width non-joiner keeps Arabic letters apart.
  return ends
    .map((word) => [...word][0] ?? '')
    .join('\u200c')
    .toUpperCase();
}

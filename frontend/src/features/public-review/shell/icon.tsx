/** SVG paths in a 24 × 24 view box. Not from a library, which would be larger than the rest of the page. */
const PATHS = {
  check: 'm5 12.5 4.5 4.5L19 7.5',
  checks: 'm2 12.5 4.5 4.5L15 8M11.5 16l1 1L21 8',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 7.5V12l3 2',
  cross: 'm6 6 12 12M18 6 6 18',
  down: 'm6 9.5 6 6 6-6',
  filter: 'M3.5 5h17l-6.8 8v5l-3.4 2v-7L3.5 5Z',
  globe: `M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0h18M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6
    12 3Z`,
  info: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 11v5M12 8h.01',
  lock: 'M6 10.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19v-7A1.5 1.5 0 0 1 6 10.5ZM8 10.5V8a4 4 0 0 1 8 0v2.5',
  next: 'm9 5 7 7-7 7',
  picture: `M5.5 4h13A2.5 2.5 0 0 1 21 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 17.5v-11A2.5 2.5 0 0 1 5.5 4ZM7 9.5a1.5
    1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M4 18l5.5-5.5 4 4 2.5-2.5 4.5 4.5`,
  previous: 'm15 5-7 7 7 7',
  revised: 'M20 12a8 8 0 1 1-2.4-5.7L20 8.5M20 3.5v5h-5',
  shop: `M4 10v9a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-9M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0ZM10
    20v-5h4v5`,
  spark: 'M12 3v5M12 16v5M3 12h5M16 12h5M6.5 6.5l2 2M15.5 15.5l2 2M17.5 6.5l-2 2M8.5 15.5l-2 2',
};

/** Icons that are mirrored in right-to-left languages. */
const POINTING: string[] = ['next', 'previous'];

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      data-points={POINTING.includes(name) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

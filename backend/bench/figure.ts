/**
 * The rows of `npm run bench`: a measured value compared with a goal, or with a bare program that does the same work.
 */

/** One row of the table. */
export interface Row {
  /** What was measured, and on what: "GET /api/moments?limit=50, 10,000 moments, 32 connections". */
  what: string;
  /** The product's value with its unit. */
  ours: string;
  /** The bare program's value with its unit; empty if there is none. */
  bare: string;
  /** `ours` divided by `bare`: "0.62×"; empty without a bare program. */
  result: string;
  /** The target: "≥ 0.5×"; empty if there is none. */
  goal: string;
  holds: boolean;
}

/** One benchmark. Figures are measured one after the other. */
export interface Figure {
  /** Its name on the command line. */
  name: string;
  measure(): Promise<Row[]>;
}

/** The quantile of unsorted values; `share` from 0 to 1, 0.5 is the median. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/**
 * Measures both sides in turn, `rounds` times each, so that other load on the machine affects both; returns the
 * medians.
 */
export async function measureAlternately(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number; bare: number }> {
  const values = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    values.ours.push(await ours());
    values.bare.push(await bare());
  }
  return { ours: median(values.ours), bare: median(values.bare) };
}

/**
 * A row whose goal is a lowest ratio to the bare program, for values where more is better, such as requests per second.
 */
export function ratioAtLeast(
  what: string,
  unit: string,
  goal: number,
  { ours, bare }: { ours: number; bare: number },
): Row {
  return compared(what, unit, { ours, bare, goal: `≥ ${goal}×`, holds: ours / bare >= goal });
}

/** A row whose goal is a highest ratio to the bare program, for values where less is better, such as milliseconds. */
export function ratioAtMost(
  what: string,
  unit: string,
  goal: number,
  { ours, bare }: { ours: number; bare: number },
): Row {
  return compared(what, unit, { ours, bare, goal: `≤ ${goal}×`, holds: ours / bare <= goal });
}

/** A row with a ratio but no goal, where the bare program does only part of the work. */
export function ratioWithoutGoal(what: string, unit: string, { ours, bare }: { ours: number; bare: number }): Row {
  return compared(what, unit, { ours, bare, goal: '', holds: true });
}

/** A row whose goal is a highest value, without a bare program. */
export function valueAtMost(what: string, unit: string, most: number, value: number): Row {
  const goal = `≤ ${formatted(most)} ${unit}`;
  return { what, ours: `${formatted(value)} ${unit}`, bare: '', result: '', goal, holds: value <= most };
}

/** A row that only reports a value. */
export function valueWithoutGoal(what: string, unit: string, value: number): Row {
  return { what, ours: `${formatted(value)} ${unit}`, bare: '', result: '', goal: '', holds: true };
}

interface Comparison {
  ours: number;
  bare: number;
  goal: string;
  holds: boolean;
}

function compared(what: string, unit: string, { ours, bare, goal, holds }: Comparison): Row {
  const result = `${(ours / bare).toFixed(2)}×`;
  return { what, ours: `${formatted(ours)} ${unit}`, bare: `${formatted(bare)} ${unit}`, result, goal, holds };
}

/** Formats a number with three significant digits. */
export function formatted(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

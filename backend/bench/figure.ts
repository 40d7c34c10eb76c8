/** What the figures of `npm run bench` have in common: their rows, and how ours and the bare program are compared. */

/** One row of the table. */
export interface Row {
  /** What was measured, and on what: "GET /api/moments?limit=50, 10,000 moments, 32 connections". */
  what: string;
  /** With its unit. */
  ours: string;
  /** The program that does the same work without the product; empty where there is none. */
  bare: string;
  /** `ours` against `bare` or against the goal, in the goal's own terms: "0.62×". */
  result: string;
  /** What was set out for: "≥ 0.5×". */
  goal: string;
  holds: boolean;
}

/** A figure is measured by itself, one after the other. */
export interface Figure {
  /** Its name on the command line. */
  name: string;
  measure(): Promise<Row[]>;
}

/** The value that a share of the values lies below: 0.5 is the median. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/** Takes turns, so that whatever else the machine is at falls on both; answers the medians. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number; bare: number }> {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await ours());
    times.bare.push(await bare());
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

/** A row whose goal is a share of what the bare program does, such as requests per second. */
export function atLeast(what: string, unit: string, goal: number, { ours, bare }: { ours: number; bare: number }): Row {
  return compared(what, unit, { ours, bare, goal: `≥ ${goal}×`, holds: ours / bare >= goal });
}

/** A row whose goal is a multiple of what the bare program needs, such as milliseconds. */
export function atMost(what: string, unit: string, goal: number, { ours, bare }: { ours: number; bare: number }): Row {
  return compared(what, unit, { ours, bare, goal: `≤ ${goal}×`, holds: ours / bare <= goal });
}

/** A row without a goal, for what the bare program does only a part of. */
export function aside(what: string, unit: string, { ours, bare }: { ours: number; bare: number }): Row {
  return compared(what, unit, { ours, bare, goal: '', holds: true });
}

/** A row whose goal is a value of its own. */
export function within(what: string, unit: string, most: number, value: number): Row {
  const goal = `≤ ${written(most)} ${unit}`;
  return { what, ours: `${written(value)} ${unit}`, bare: '', result: '', goal, holds: value <= most };
}

interface Comparison {
  ours: number;
  bare: number;
  goal: string;
  holds: boolean;
}

function compared(what: string, unit: string, { ours, bare, goal, holds }: Comparison): Row {
  const result = `${(ours / bare).toFixed(2)}×`;
  return { what, ours: `${written(ours)} ${unit}`, bare: `${written(bare)} ${unit}`, result, goal, holds };
}

/** Three digits that count. */
export function written(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Something that is not as it should be: one line for the person. */
export interface Finding {
  /** What is wrong, with the ids that it is about. */
  what: string;
  /** What a repair does, or what a person can do where none is possible. */
  cure: string;
  /** Absent where only a person can help. It locks what the product locks, and looks again under the locks. */
  mend?: () => Promise<void>;
}

/** `repaired` and `failed` only where repairs were asked for; `lost` is what no repair can mend. */
export type Outcome = 'mendable' | 'repaired' | 'failed' | 'lost';

/** A finding, and what came of it. */
export interface TreatedFinding extends Pick<Finding, 'what' | 'cure'> {
  outcome: Outcome;
  /** Why the repair failed. */
  reason?: string;
}

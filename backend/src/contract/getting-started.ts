/** What a new team does first, in this order. */
export const FIRST_STEPS = ['brand', 'client', 'moment', 'captions', 'share'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Answer of `GET /api/getting-started`. */
export interface GettingStartedView {
  /**
   * Whether each step was done once: an own brand or an agency, a client, a moment with photos, a caption, a shared link.
   * The sample does not count.
   */
  done: Record<FirstStep, boolean>;
  /** The sample; `null` when it is not loaded. */
  sample: SampleView | null;
}

/** The client that was made to try the product with. */
export interface SampleView {
  clientId: string;
  /** `null` when staff deleted it. */
  momentId: string | null;
}

import type { MailBrand, MailFeedback, MailPhoto } from './mail-content.js';

/*
 * Made-up facts for previews and tests: nothing of any client.
 */

/** What the facts of a sample are made for. */
export interface Sample {
  brand: MailBrand;
  /** Where staff are. */
  origin: string;
}

/** What the names of pictures begin with that are in no storage; a number follows. */
export const SAMPLE = 'sample-';

export const SAMPLE_PHOTOS: MailPhoto[] = ['The shop in the evening', 'Peonies', 'Tulips', 'On the table'].map(
  (title, index) => ({ fileId: `${SAMPLE}${index}`, title }),
);
export const SAMPLE_CLIENT = { business: 'Harbor Dental' };
export const SAMPLE_TITLE = 'Spring office photos';
export const SAMPLE_FEEDBACK = [
  { name: 'Tulips', feedback: 'Too dark. Could we have one in daylight?' },
  { name: 'On the table', feedback: 'Please leave the scissors out.' },
] as const satisfies MailFeedback[];

import type { MailBrand, MailFeedback, MailPhoto } from './mail-content.js';

/*
 * Made-up facts for previews and tests.
 */

/** The brand and origin that sample facts are made with. */
export interface SampleContext {
  brand: MailBrand;
  /** Origin of the product. */
  origin: string;
}

/** Prefix of file ids of sample pictures, which are not in the storage; a number follows. */
export const SAMPLE_FILE_PREFIX = 'sample-';

export const SAMPLE_PHOTOS: MailPhoto[] = ['The shop in the evening', 'Peonies', 'Tulips', 'On the table'].map(
  (title, index) => ({ fileId: `${SAMPLE_FILE_PREFIX}${index}`, title }),
);
export const SAMPLE_CLIENT = { business: 'Harbor Dental' };
export const SAMPLE_TITLE = 'Spring office photos';
export const SAMPLE_FEEDBACK = [
  { name: 'Tulips', feedback: 'Too dark. Could we have one in daylight?' },
  { name: 'On the table', feedback: 'Please leave the scissors out.' },
] as const satisfies MailFeedback[];

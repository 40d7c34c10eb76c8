/** What staff write as they share. No framework code: the frontend imports this file at run time. */

/** Stands in a message for the first name of each reviewer. */
export const FIRST_NAME = '{First name}';

/** The message as a reviewer of this name reads it. */
export function messageTo(reviewerName: string, message: string): string {
  const [firstName = ''] = reviewerName.trim().split(/\s+/u);
  return message.replaceAll(FIRST_NAME, () => firstName);
}

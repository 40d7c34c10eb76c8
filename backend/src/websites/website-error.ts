/** A website could not be read, for a reason that is the website's own; the message is a sentence for staff. */
export class WebsiteError extends Error {
  override readonly name = 'WebsiteError';

  /** @param reason continues the sentence, without its full stop */
  constructor(reason: string) {
    super(`The website could not be read: ${reason}.`);
  }
}

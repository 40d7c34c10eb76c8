/** Path of the page that stops mails; a token follows. */
export const STOP_PATH = '/stop-mails/';

/** Where somebody stops the mails to an address: at the host of the link that they were sent. */
export function stopUrl(address: string, token: string): string {
  return new URL(`${STOP_PATH}${token}`, address).href;
}

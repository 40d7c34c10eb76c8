/** What a form makes of a logo: a new one, none any more, or (`null`) the one in use. */
export type LogoChange = File | 'removed' | null;

/** The logo that a form shows: the new one, or else what remains of the one in use. */
export function shownLogo(change: LogoChange, current: File | string | null): File | string | null {
  return change === 'removed' ? null : (change ?? current);
}

/** Puts it into the fields of a request. */
export function setLogo(form: FormData, change: LogoChange): void {
  if (change === 'removed') form.set('removeLogo', 'true');
  else if (change) form.set('logo', change);
}

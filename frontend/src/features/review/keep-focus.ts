/** The control that has the focus is about to go, or has gone; the next Tab goes on from what stays around it. */
export function keepFocus(id: string): void {
  const place = document.getElementById(id);
  const { activeElement } = document;
  if (activeElement === document.body || place?.contains(activeElement)) place?.focus({ preventScroll: true });
}

/** Has the browser save what an address answers, with its own progress and its own way to cancel. */
export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  // An answer that is an error replaces no page.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

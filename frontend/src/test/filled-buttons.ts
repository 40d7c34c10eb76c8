/** The primary buttons and links of the page, without those in menus and dialogs. */
export function filledButtons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main .ant-btn-primary')];
}

/** Whether a button shows a spinner. */
export function isLoading(button: HTMLElement): boolean {
  return button.classList.contains('ant-btn-loading');
}

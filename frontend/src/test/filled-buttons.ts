/** The buttons and links of the page (not of its menus and dialogs) that are drawn filled, as the next step is. */
export function filledButtons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main .ant-btn-primary')];
}

/** Whether a button shows that what it began is under way. */
export function isLoading(button: HTMLElement): boolean {
  return button.classList.contains('ant-btn-loading');
}

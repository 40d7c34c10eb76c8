/** What a notification is about, and for how many seconds it stays. */
export const NOTICE_SECONDS = { success: 4, info: 6, error: 8 };
export type NoticeKind = keyof typeof NOTICE_SECONDS;

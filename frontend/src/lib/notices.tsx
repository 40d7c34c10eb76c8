import { ConfigProvider, notification } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { themeFor } from './theme';
import { useThemeMode } from './theme-mode';

/** Draws the notifications of `toast`; a new one takes the place of the last (spec 9: one at a time). */

export type NoticeKind = 'success' | 'error' | 'info';

const SECONDS: Record<NoticeKind, number> = { success: 4, info: 6, error: 8 };

notification.config({ maxCount: 1, placement: 'bottomRight', top: 8 });
// They stand outside the pages, so they bring the theme themselves.
ConfigProvider.config({ holderRender: (holder) => <NoticeTheme>{holder}</NoticeTheme> });

export function showNotice(kind: NoticeKind, title: string, description?: string): void {
  notification[kind]({
    title,
    description,
    duration: SECONDS[kind],
    // A reason may follow the sentence on a line of its own.
    styles: { description: { whiteSpace: 'pre-line' } },
    role: kind === 'error' ? 'alert' : 'status',
  });
}

/** Shows notifications over the head of the page, where the buttons that one needs next are further down. */
export function placeNoticesOnTop(): void {
  notification.config({ placement: 'top' });
}

export function clearNotices(): void {
  notification.destroy();
}

function NoticeTheme({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const theme = useMemo(() => themeFor({ mode }), [mode]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

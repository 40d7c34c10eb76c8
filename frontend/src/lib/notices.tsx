import { ConfigProvider, notification } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useMotion } from './motion';
import { NOTICE_SECONDS, type NoticeKind } from './notice';
import { themeFor } from './theme';
import { useThemeMode } from './theme-mode';

/**
 * Draws the notifications of `toast`; a new one takes the place of the last (spec 9: one at a time). They stand in the middle
 * of the header, where no page has a control and no dialog has its buttons; a phone's header has no middle, so a click
 * on one closes it.
 */

notification.config({ maxCount: 1, top: 4 });
// They stand outside the pages, so they bring the theme themselves.
ConfigProvider.config({ holderRender: (holder) => <NoticeTheme>{holder}</NoticeTheme> });

export function showNotice(kind: NoticeKind, title: string, description?: string): void {
  notification[kind]({
    title,
    description,
    duration: NOTICE_SECONDS[kind],
    placement: 'top',
    styles: {
      root: { width: 'max-content', maxWidth: `min(${COMPACT.width}px, 100vw - 16px)` },
      // A reason may follow the sentence on a line of its own.
      description: { whiteSpace: 'pre-line' },
    },
    role: kind === 'error' ? 'alert' : 'status',
    onClick: clearNotices,
  });
}

export function clearNotices(): void {
  notification.destroy();
}

/** Three lines are no higher than the header and the space below it. */
const COMPACT = {
  width: 560,
  paddingMD: 8,
  paddingContentHorizontalLG: 12,
  paddingLG: 12,
  marginXS: 0,
  fontSizeLG: 14,
};

function NoticeTheme({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const motion = useMotion();
  const theme = useMemo(() => {
    const { components, ...rest } = themeFor({ mode, motion });
    return { ...rest, components: { ...components, Notification: { ...components?.Notification, ...COMPACT } } };
  }, [mode, motion]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

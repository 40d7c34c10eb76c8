import { ConfigProvider, notification } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { isMobile } from './media';
import { useMotion } from './motion';
import { NOTICE_SECONDS, type NoticeKind } from './notice';
import { themeFor } from './theme';
import { useThemeMode } from './theme-mode';

/** Draws the notifications of `toast`; a new one takes the place of the last (spec 9: one at a time). */

type Placement = 'top' | 'topRight' | 'bottomRight';

notification.config({ maxCount: 1, top: 8 });
// They stand outside the pages, so they bring the theme themselves.
ConfigProvider.config({ holderRender: (holder) => <NoticeTheme>{holder}</NoticeTheme> });

let lastPlace: Placement | undefined;

export function showNotice(kind: NoticeKind, title: string, description?: string): void {
  const place = placeOf(kind);
  // The limit of one counts for each place.
  if (place !== lastPlace) clearNotices();
  lastPlace = place;
  notification[kind]({
    title,
    description,
    duration: NOTICE_SECONDS[kind],
    placement: place,
    // A reason may follow the sentence on a line of its own.
    styles: { description: { whiteSpace: 'pre-line' } },
    role: kind === 'error' ? 'alert' : 'status',
  });
}

// Never over the buttons of a dialog, which stand at its lower right.
function placeOf(kind: NoticeKind): Placement {
  if (isMobile()) return 'top';
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((dialog) => dialog.getClientRects().length);
  return dialogs.some((dialog) => !isClosing(dialog, kind)) ? 'topRight' : 'bottomRight';
}

const CONFIRMING = '.ant-modal-footer > .ant-btn-loading';

// Whether it is on its way out, or waits for the very success that is told and closes upon it. A footer of its own,
// as the DNS set-up has, belongs to a dialog that stays.
function isClosing(dialog: Element, kind: NoticeKind): boolean {
  const isLeaving = dialog.closest('[class*="-leave"]') !== null;
  return isLeaving || (kind === 'success' && dialog.querySelector(CONFIRMING) !== null);
}

export function clearNotices(): void {
  notification.destroy();
}

function NoticeTheme({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const motion = useMotion();
  const theme = useMemo(() => themeFor({ mode, motion }), [mode, motion]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

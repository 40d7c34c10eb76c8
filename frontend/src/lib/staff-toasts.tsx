import { Button, ConfigProvider, notification } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useMotion } from './media';
import { TOAST_SECONDS, type ToastAction, type ToastKind } from './toast';
import { themeFor } from './theme';
import { useThemeMode } from './theme-mode';

notification.config({ maxCount: 1, top: 4 });
// Rendered outside the pages, so they need their own theme provider.
ConfigProvider.config({ holderRender: (holder) => <ToastTheme>{holder}</ToastTheme> });

const WIDTH_MAX = 560;
/** Seconds in which a toast offers its action. */
const ACTION_SECONDS = 10;

/** Shows a toast in the middle of the header, where no page has a control and no dialog has its buttons. */
export function showToast(kind: ToastKind, title: string, description?: string, action?: ToastAction): void {
  notification[kind]({
    title,
    description,
    // The pointer on it stops the time.
    duration: action ? ACTION_SECONDS : TOAST_SECONDS[kind],
    actions: action && (
      <Button size="small" onClick={action.run}>
        {action.label}
      </Button>
    ),
    placement: 'top',
    styles: {
      root: { width: 'max-content', maxWidth: `min(${WIDTH_MAX}px, 100vw - 16px)` },
      // It ends where the close button begins.
      title: { paddingInlineEnd: 24 },
      // A reason may follow the sentence on a line of its own.
      description: { whiteSpace: 'pre-line' },
    },
    role: kind === 'error' ? 'alert' : 'status',
    // A click on a toast closes it: on a phone it covers the header.
    onClick: clearToasts,
  });
}

export function clearToasts(): void {
  notification.destroy();
}

/** Makes a toast of three lines no higher than the header and the space below it. */
const COMPACT = {
  width: WIDTH_MAX,
  paddingMD: 8,
  paddingContentHorizontalLG: 12,
  paddingLG: 12,
  marginXS: 0,
  fontSizeLG: 14,
};

/** The theme of the toasts. */
function ToastTheme({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const motion = useMotion();
  const theme = useMemo(() => {
    const { components, ...rest } = themeFor({ mode, motion });
    return { ...rest, components: { ...components, Notification: { ...components?.Notification, ...COMPACT } } };
  }, [mode, motion]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

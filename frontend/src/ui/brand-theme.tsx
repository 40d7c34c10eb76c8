import { ConfigProvider } from 'antd';
import { LucideProvider } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import '../lib/antd.css';
import '../lib/staff.css';
import { useIsMobile, usePrefersReducedMotion } from '../lib/media-queries';
import { themeFor } from '../lib/theme';
import { useThemeMode } from '../lib/theme-mode';
import { EyeOffIcon, EyeIcon } from './icons';

/** Provides the Ant Design theme in a brand's colour, and the size of icons. */
export function BrandTheme({ primary, children }: { primary?: string; children: ReactNode }) {
  const mode = useThemeMode();
  const pointer = useIsMobile() ? 'finger' : 'mouse';
  const isStill = usePrefersReducedMotion();
  const theme = useMemo(() => themeFor({ mode, primary, pointer, isStill }), [mode, primary, pointer, isStill]);
  return (
    <ConfigProvider
      theme={theme}
      wave={{ disabled: isStill }}
      inputPassword={PASSWORD}
      getPopupContainer={popupContainer}
    >
      <LucideProvider size={16} strokeWidth={1.75}>
        {children}
      </LucideProvider>
    </ConfigProvider>
  );
}

/** Renders popups within the dialog of their control, because nothing outside of a modal dialog can be clicked. */
const popupContainer = (control?: HTMLElement) => control?.closest('dialog') ?? document.body;

// Enlarges the button that shows a password, which would be as small as its icon.
const TARGET = { boxSizing: 'content-box', padding: 6, margin: -6 } as const;
const PASSWORD = {
  iconRender: (visible: boolean) => (visible ? <EyeIcon style={TARGET} /> : <EyeOffIcon style={TARGET} />),
};

import { ConfigProvider } from 'antd';
import { LucideProvider } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import '../lib/antd.css';
import '../lib/staff.css';
import { useIsMobile, usePrefersReducedMotion } from '../lib/media-queries';
import { themeFor } from '../lib/theme';
import { useThemeMode } from '../lib/theme-mode';
import { EyeOffIcon, EyeIcon } from './icons';

/** The theme in the colour of a brand, for everything inside it. */
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

/** What opens beside a control stands in its dialog: outside of a modal dialog nothing can be clicked. */
const popupContainer = (control?: HTMLElement) => control?.closest('dialog') ?? document.body;

// The button that shows a password is as large as its icon, which is too small a target.
const TARGET = { boxSizing: 'content-box', padding: 6, margin: -6 } as const;
const PASSWORD = {
  iconRender: (visible: boolean) => (visible ? <EyeIcon style={TARGET} /> : <EyeOffIcon style={TARGET} />),
};

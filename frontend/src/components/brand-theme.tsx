import { ConfigProvider, type ThemeConfig } from 'antd';
import { useEffect, useMemo, type ReactNode } from 'react';
import { themeFor } from '../lib/theme';
import { useThemeMode } from '../lib/theme-mode';

/** The theme in the colour of a brand, for everything inside it and for notifications. */
export function BrandTheme({ primary, children }: { primary?: string; children: ReactNode }) {
  const mode = useThemeMode();
  const theme = useMemo(() => themeFor({ mode, primary }), [mode, primary]);
  useEffect(() => themeNotifications(theme), [theme]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

// Notifications are opened outside React and get their theme here.
function themeNotifications(theme: ThemeConfig): void {
  const holderRender = (holder: ReactNode) => <ConfigProvider theme={theme}>{holder}</ConfigProvider>;
  ConfigProvider.config({ holderRender });
}

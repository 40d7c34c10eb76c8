import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { themeFor } from '../lib/theme';
import { useThemeMode } from '../lib/theme-mode';

/** The theme in the colour of a brand, for everything inside it. */
export function BrandTheme({ primary, children }: { primary?: string; children: ReactNode }) {
  const mode = useThemeMode();
  const theme = useMemo(() => themeFor({ mode, primary }), [mode, primary]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useIsMobile } from '../lib/media';
import { themeFor } from '../lib/theme';
import { useThemeMode } from '../lib/theme-mode';

/** The theme in the colour of a brand, for everything inside it. */
export function BrandTheme({ primary, children }: { primary?: string; children: ReactNode }) {
  const mode = useThemeMode();
  const pointer = useIsMobile() ? 'finger' : 'mouse';
  const theme = useMemo(() => themeFor({ mode, primary, pointer }), [mode, primary, pointer]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

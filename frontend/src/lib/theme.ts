import { SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { FastColor } from '@ant-design/fast-color';
import { theme, type ThemeConfig } from 'antd';
import { readable } from './contrast';
import type { ThemeMode } from './theme-mode';

const PAGE: Record<ThemeMode, string> = { light: '#f5f5f5', dark: '#000000' };
const PANEL: Record<ThemeMode, string> = { light: '#ffffff', dark: '#141414' };

interface ThemeRequest {
  mode: ThemeMode;
  /** The brand's colour; it is darkened or lightened where text needs it. */
  primary?: string;
}

/** The design tokens of a theme, for a brand of any colour. */
export function themeFor({ mode, primary = SETTINGS_DEFAULT_COLOR }: ThemeRequest): ThemeConfig {
  const solid = readable(primary, '#f5f5f5');
  const algorithm = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const derived = theme.getDesignToken({ algorithm, token: { colorPrimary: solid } });
  const text = readable(primary, mode === 'dark' ? '#1f1f1f' : PAGE.light);
  return {
    algorithm,
    token: {
      colorPrimary: solid,
      // Antd would lighten these, and white text on them would fade.
      colorPrimaryHover: new FastColor(derived.colorPrimary).mix('#000', 12).toHexString(),
      colorPrimaryActive: new FastColor(derived.colorPrimary).mix('#000', 24).toHexString(),
      colorLink: text,
      colorLinkHover: text,
      colorLinkActive: text,
      colorTextDescription: mode === 'dark' ? '#a6a6a6' : '#5f5f5f',
      colorTextSecondary: mode === 'dark' ? '#b0b0b0' : '#595959',
      colorTextPlaceholder: mode === 'dark' ? '#8c8c8c' : '#737373',
      colorError: mode === 'dark' ? '#dc4446' : '#d32029',
      colorBgLayout: PAGE[mode],
      colorBgContainer: PANEL[mode],
      borderRadius: 8,
    },
    components: {
      Menu: {
        itemBg: 'transparent',
        itemSelectedBg: derived.colorPrimaryBg,
        itemSelectedColor: readable(primary, derived.colorPrimaryBg),
        collapsedWidth: '3rem',
        activeBarBorderWidth: 0,
      },
      Layout: { siderBg: PANEL[mode], headerBg: PANEL[mode], bodyBg: PAGE[mode] },
    },
  };
}

import type { ThemeMode } from '../../lib/theme-mode';

/**
 * The design tokens that this page uses, written out: deriving them takes 25 kB of code that a reviewer's phone would
 * load for nothing. A test holds them to the theme of the other pages.
 */
export const REVIEW_TOKENS = {
  light: {
    colorText: 'rgba(0,0,0,0.88)',
    colorTextSecondary: '#595959',
    colorTextPlaceholder: '#737373',
    colorBgLayout: '#f5f5f5',
    colorBgContainer: '#ffffff',
    colorBorder: '#d9d9d9',
    colorBorderSecondary: '#f0f0f0',
    colorFillTertiary: 'rgba(0,0,0,0.04)',
    colorSuccess: '#52c41a',
    colorSuccessBg: '#f6ffed',
    colorError: '#d32029',
    colorErrorBg: '#fff1f0',
    borderRadius: 8,
  },
  dark: {
    colorText: 'rgba(255,255,255,0.85)',
    colorTextSecondary: '#b0b0b0',
    colorTextPlaceholder: '#8c8c8c',
    colorBgLayout: '#000000',
    colorBgContainer: '#141414',
    colorBorder: '#424242',
    colorBorderSecondary: '#303030',
    colorFillTertiary: 'rgba(255,255,255,0.08)',
    colorSuccess: '#49aa19',
    colorSuccessBg: '#162312',
    colorError: '#be3d3f',
    colorErrorBg: '#261617',
    borderRadius: 8,
  },
} as const satisfies Record<ThemeMode, Record<string, string | number>>;

export type ReviewTokens = (typeof REVIEW_TOKENS)[ThemeMode];

export const FONT_FAMILY =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif, " +
  "'Apple Color Emoji', 'Segoe UI Emoji', 'Segoe UI Symbol', 'Noto Color Emoji'";

import { SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { theme, type GlobalToken, type ThemeConfig } from 'antd';
import { brandText, contrast, edgeOf, mix, readable, shade, textOn } from './contrast';
import type { Motion } from './motion';
import type { ThemeMode } from './theme-mode';

const PAGE: Record<ThemeMode, string> = { light: '#f5f5f5', dark: '#000000' };
/** The ground that text is hardest to read on: dialogs in the dark, the page in the light. */
const GROUND: Record<ThemeMode, string> = { light: PAGE.light, dark: '#1f1f1f' };
const ERROR: Record<ThemeMode, string> = { light: '#d32029', dark: '#dc4446' };
const PANEL: Record<ThemeMode, string> = { light: '#ffffff', dark: '#141414' };
/** Notifications may stand over a dialog, whose ground is nearly as light. */
const NOTICE: Record<ThemeMode, string> = { light: '#ffffff', dark: '#303030' };
/** How much, as a contrast with the panel, the brand's colour tints what is chosen. */
const TINT: Record<ThemeMode, number> = { light: 1.12, dark: 1.4 };

// A finger needs larger targets, and phones zoom into fields whose text is smaller than 16 px.
const SIZES = {
  mouse: { controlHeight: 32, fieldFontSize: 14 },
  finger: { controlHeight: 40, fieldFontSize: 16 },
};

interface ThemeRequest {
  mode: ThemeMode;
  pointer?: keyof typeof SIZES;
  motion?: Motion;
  /** The brand's colour: fills have it as it is, text and lines are darkened or lightened until they can be read. */
  primary?: string;
}

type Algorithm = Extract<ThemeConfig['algorithm'], (...tokens: never[]) => unknown>;
const brandAlgorithms = new Map<string, Algorithm>();

/** Antd derives these colours from the given one and may make them unreadable: this sets them as it is. */
function withBrand(color: string): Algorithm {
  const known = brandAlgorithms.get(color);
  if (known) return known;
  const as = { colorPrimary: color, colorLink: color };
  const algorithm: Algorithm = (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...as });
  brandAlgorithms.set(color, algorithm);
  return algorithm;
}

/** The design tokens of a theme, for a brand of any colour. */
export function themeFor(request: ThemeRequest): ThemeConfig {
  const { mode, primary = SETTINGS_DEFAULT_COLOR, pointer = 'mouse', motion = 'full' } = request;
  const { controlHeight, fieldFontSize } = SIZES[pointer];
  const algorithm = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const derived = theme.getDesignToken({ algorithm, token: { colorError: ERROR[mode] } });
  const text = brandText(primary, GROUND[mode]);
  const danger = readable(derived.colorError, GROUND[mode]);
  const edge = edgeOf(primary, GROUND[mode]);
  const tint = tintOf(primary, mode) ?? tintOf(text, mode)!;
  return {
    algorithm: [algorithm, withBrand(text)],
    token: {
      // Most of what antd draws in it is text or thin; what is filled is named below.
      colorPrimary: text,
      // Of a colour without a hue antd would make a dark grey.
      colorPrimaryBg: tint,
      // The ring around what has the focus.
      colorPrimaryBorder: text,
      colorPrimaryHover: text,
      colorPrimaryActive: text,
      colorLinkHover: text,
      colorLinkActive: text,
      colorTextDescription: mode === 'dark' ? '#a6a6a6' : '#5f5f5f',
      colorTextSecondary: mode === 'dark' ? '#b0b0b0' : '#595959',
      colorTextPlaceholder: mode === 'dark' ? '#8c8c8c' : '#737373',
      colorError: ERROR[mode],
      colorBgLayout: PAGE[mode],
      colorBgContainer: PANEL[mode],
      borderRadius: 8,
      controlHeight,
      motion: motion === 'full',
    },
    components: {
      Menu: {
        itemBg: 'transparent',
        itemSelectedBg: tint,
        itemSelectedColor: brandText(primary, tint),
        collapsedWidth: '3rem',
        activeBarBorderWidth: 0,
      },
      Form: { itemMarginBottom: 18, verticalLabelPadding: '6px 0 8px', colorError: danger },
      Typography: { colorErrorText: danger },
      Button: {
        colorPrimary: primary,
        colorPrimaryHover: shade(primary, 12),
        colorPrimaryActive: shade(primary, 24),
        primaryColor: textOn(primary),
        primaryShadow: edge === primary ? 'none' : `0 0 0 1px ${edge}`,
        colorError: danger,
        // Away from the ground, since most of these buttons are drawn as text on it.
        colorErrorHover: mix(danger, textOn(GROUND[mode]), 12),
        colorErrorActive: mix(danger, textOn(GROUND[mode]), 24),
        // Antd would take the colours of filled buttons.
        defaultHoverColor: text,
        defaultHoverBorderColor: text,
        defaultActiveColor: text,
        defaultActiveBorderColor: text,
        dangerColor: textOn(danger),
      },
      Notification: { colorBgElevated: NOTICE[mode] },
      Input: { inputFontSize: fieldFontSize, activeBorderColor: text, hoverBorderColor: text },
      Select: { fontSize: fieldFontSize, activeBorderColor: text, hoverBorderColor: text },
      Layout: { siderBg: PANEL[mode], headerBg: PANEL[mode], bodyBg: PAGE[mode] },
    },
  };
}

/** The brand's colour as it is, for what is filled with it, and the line around that. */
export function brandFill({ Button, colorPrimary }: GlobalToken): { fill: string; edge: string } {
  const { colorPrimary: fill = colorPrimary } = (Button ?? {}) as Partial<GlobalToken>;
  return { fill, edge: colorPrimary };
}

/** As little of a colour on the panel as is seen; none of one that is too near to the panel's. */
function tintOf(color: string, mode: ThemeMode): string | undefined {
  const tints = Array.from({ length: 50 }, (_, index) => mix(PANEL[mode], color, 2 * index));
  return tints.find((tint) => contrast(tint, PANEL[mode]) >= TINT[mode]);
}

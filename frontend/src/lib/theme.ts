import { SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { theme, type GlobalToken, type ThemeConfig } from 'antd';
import { brandText, contrast, edgeOf, mix, shade, textOn } from '@gmb-moments/backend/contract/contrast';
import { PALETTE } from './palette';
import type { ThemeMode } from './theme-mode';

/** The background with the least contrast to text: overlays in the dark theme, the page in the light one. */
const GROUND: Record<ThemeMode, string> = { light: PALETTE.light.bg, dark: PALETTE.dark['surface-2'] };
/** Contrast ratio between selected areas, tinted with the brand's colour, and the pane behind them. */
const TINT: Record<ThemeMode, number> = { light: 1.12, dark: 1.3 };
/** Defined in `typeface.css`. */
const FONT = 'var(--font)';

// Touch needs larger targets, and phones zoom into fields whose text is smaller than 16 px.
const SIZES = {
  mouse: { controlHeight: 32, fontSize: 13, lineHeight: 18 / 13, fieldFontSize: 13 },
  finger: { controlHeight: 44, fontSize: 15, lineHeight: 22 / 15, fieldFontSize: 16 },
};

interface ThemeRequest {
  mode: ThemeMode;
  pointer?: keyof typeof SIZES;
  /** Whether animations are off. */
  isStill?: boolean;
  /**
   * The brand's colour. Filled areas use it unchanged; text and lines use a darker or lighter shade that is readable.
   * The settings' default colour counts as no brand: the palette's colour is used instead.
   */
  primary?: string | undefined;
}

type Algorithm = Extract<ThemeConfig['algorithm'], (...tokens: never[]) => unknown>;
const brandAlgorithms = new Map<string, Algorithm>();

/**
 * An algorithm that keeps these two colours as given. Ant Design would derive others from them, which may be
 * unreadable.
 */
function withBrand(color: string): Algorithm {
  const known = brandAlgorithms.get(color);
  if (known) return known;
  const as = { colorPrimary: color, colorLink: color };
  const algorithm: Algorithm = (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...as });
  brandAlgorithms.set(color, algorithm);
  return algorithm;
}

/** The Ant Design theme for a brand of any colour. */
export function themeFor(request: ThemeRequest): ThemeConfig {
  const { mode, pointer = 'mouse', isStill = false } = request;
  const { controlHeight, fontSize, lineHeight, fieldFontSize } = SIZES[pointer];
  const colors = PALETTE[mode];
  const isChosen = request.primary !== undefined && request.primary !== SETTINGS_DEFAULT_COLOR;
  const primary = isChosen ? request.primary! : colors.brand;
  const algorithm = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const text = brandText(primary, GROUND[mode]);
  const edge = edgeOf(primary, GROUND[mode]);
  const tint = tintOf(primary, mode) ?? tintOf(text, mode)!;
  return {
    algorithm: [algorithm, withBrand(text)],
    token: {
      ...neutralTokens(mode),
      ...statusTokens(mode),
      // Ant Design uses it mostly for text and thin lines; filled areas are set below.
      colorPrimary: text,
      // Ant Design would derive a dark grey from a colour without a hue.
      colorPrimaryBg: tint,
      // The colour of focus outlines.
      colorPrimaryBorder: text,
      colorPrimaryHover: text,
      colorPrimaryActive: text,
      colorLinkHover: text,
      colorLinkActive: text,
      fontFamily: FONT,
      fontSize,
      lineHeight,
      fontWeightStrong: 620,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
      controlHeight,
      motion: !isStill,
    },
    components: {
      Menu: {
        itemBg: 'transparent',
        itemColor: colors['text-2'],
        itemHoverBg: colors.sunken,
        itemSelectedBg: colors.surface,
        itemSelectedColor: colors.text,
        itemHeight: controlHeight + 2,
        itemBorderRadius: 8,
        itemMarginInline: 8,
        itemMarginBlock: 2,
        itemPaddingInline: 10,
        iconSize: 16,
        collapsedIconSize: 16,
        collapsedWidth: '3rem',
        activeBarBorderWidth: 0,
      },
      Form: {
        itemMarginBottom: 16,
        verticalLabelPadding: '0 0 6px',
        labelColor: colors['text-2'],
        colorError: colors.rejected,
      },
      Typography: { colorErrorText: colors.rejected },
      Button: {
        fontWeight: 540,
        colorPrimary: primary,
        colorPrimaryHover: shade(primary, 12),
        colorPrimaryActive: shade(primary, 24),
        primaryColor: textOn(primary),
        primaryShadow: edge === primary ? 'none' : `0 0 0 1px ${edge}`,
        defaultShadow: 'none',
        dangerShadow: 'none',
        colorError: colors.rejected,
        // Towards more contrast with the background, since most danger buttons are text buttons.
        colorErrorHover: mix(colors.rejected, textOn(GROUND[mode]), 12),
        colorErrorActive: mix(colors.rejected, textOn(GROUND[mode]), 24),
        // Ant Design would use the colours of filled buttons.
        defaultHoverColor: text,
        defaultHoverBorderColor: text,
        defaultActiveColor: text,
        defaultActiveBorderColor: text,
        dangerColor: textOn(colors.rejected),
      },
      Card: { borderRadiusLG: 12, headerFontSize: 14, headerHeight: 48, bodyPadding: 20, headerPadding: 20 },
      Table: {
        headerBg: 'transparent',
        headerColor: colors['text-2'],
        headerSplitColor: 'transparent',
        rowHoverBg: colors['surface-2'],
        headerSortActiveBg: 'transparent',
        headerSortHoverBg: 'transparent',
        bodySortBg: 'transparent',
        cellPaddingBlock: 9,
        cellPaddingInline: 12,
      },
      Input: { inputFontSize: fieldFontSize, activeBorderColor: text, hoverBorderColor: text },
      Select: { fontSize: fieldFontSize, activeBorderColor: text, hoverBorderColor: text },
      Segmented: { trackBg: colors.sunken, itemSelectedBg: colors.surface },
      Layout: { siderBg: colors.bg, lightSiderBg: colors.bg, headerBg: colors.surface, bodyBg: colors.surface },
    },
  };
}

/** Surfaces, lines and texts. */
function neutralTokens(mode: ThemeMode): ThemeConfig['token'] {
  const colors = PALETTE[mode];
  return {
    colorText: colors.text,
    colorTextHeading: colors.text,
    colorTextSecondary: colors['text-2'],
    colorTextDescription: colors['text-2'],
    colorTextTertiary: colors['text-3'],
    colorTextPlaceholder: colors['text-3'],
    colorIcon: colors['text-2'],
    colorBorder: colors['line-strong'],
    colorBorderSecondary: colors.line,
    colorSplit: colors.line,
    colorBgLayout: colors.bg,
    colorBgContainer: colors.surface,
    colorBgElevated: mode === 'dark' ? colors['surface-2'] : colors.surface,
    boxShadow: colors.overlay,
    boxShadowSecondary: colors.overlay,
    boxShadowTertiary: 'none',
  };
}

/** The statuses: Ant Design's success is approved, its warning pending, its error rejected. */
function statusTokens(mode: ThemeMode): ThemeConfig['token'] {
  const colors = PALETTE[mode];
  return {
    colorSuccess: colors['approved-dot'],
    colorSuccessText: colors.approved,
    colorSuccessBg: colors['approved-soft'],
    colorSuccessBorder: colors['approved-soft'],
    colorWarning: colors['pending-dot'],
    colorWarningText: colors.pending,
    colorWarningBg: colors['pending-soft'],
    colorWarningBorder: colors['pending-soft'],
    colorError: colors.rejected,
    colorErrorText: colors.rejected,
    colorErrorBg: colors['rejected-soft'],
    colorErrorBorder: colors['rejected-soft'],
    // Information is not a status, so it has neutral colours.
    colorInfo: colors['text-2'],
    colorInfoText: colors.text,
    colorInfoBg: colors.sunken,
    colorInfoBorder: colors.sunken,
  };
}

/** The unchanged brand colour for filled areas, and a readable shade of it for their borders. */
export function brandFill({ Button, colorPrimary }: GlobalToken): { fill: string; edge: string } {
  const { colorPrimary: fill = colorPrimary } = (Button ?? {}) as Partial<GlobalToken>;
  return { fill, edge: colorPrimary };
}

/** The weakest tint of a colour that is visible on a pane; `undefined` if the colour is too close to the pane's. */
function tintOf(color: string, mode: ThemeMode): string | undefined {
  const tints = Array.from({ length: 50 }, (_, index) => mix(PALETTE[mode].surface, color, 2 * index));
  return tints.find((tint) => contrast(tint, PALETTE[mode].surface) >= TINT[mode]);
}

import { SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { FastColor } from '@ant-design/fast-color';
import { theme, type ThemeConfig } from 'antd';
import { readable, textOn } from './contrast';
import type { Motion } from './motion';
import type { ThemeMode } from './theme-mode';

const PAGE: Record<ThemeMode, string> = { light: '#f5f5f5', dark: '#000000' };
/** The ground that text is hardest to read on: dialogs in the dark, the page in the light. */
const GROUND: Record<ThemeMode, string> = { light: PAGE.light, dark: '#1f1f1f' };
const ERROR: Record<ThemeMode, string> = { light: '#d32029', dark: '#dc4446' };
const PANEL: Record<ThemeMode, string> = { light: '#ffffff', dark: '#141414' };
/** Notifications may stand over a dialog, whose ground is nearly as light. */
const NOTICE: Record<ThemeMode, string> = { light: '#ffffff', dark: '#303030' };
/** How much of the brand's colour, in percent, tints what is chosen. */
const TINT: Record<ThemeMode, number> = { light: 10, dark: 30 };

// A finger needs larger targets, and phones zoom into fields whose text is smaller than 16 px.
const SIZES = {
  mouse: { controlHeight: 32, fieldFontSize: 14 },
  finger: { controlHeight: 40, fieldFontSize: 16 },
};

interface ThemeRequest {
  mode: ThemeMode;
  pointer?: keyof typeof SIZES;
  motion?: Motion;
  /** The brand's colour; it is darkened or lightened where text needs it. */
  primary?: string;
}

type Algorithm = Extract<ThemeConfig['algorithm'], (...tokens: never[]) => unknown>;
const linkAlgorithms = new Map<string, Algorithm>();

/** Antd derives the colour of links from the given one and may make it unreadable: this sets it as it is. */
function withLinks(color: string): Algorithm {
  const known = linkAlgorithms.get(color);
  if (known) return known;
  const algorithm: Algorithm = (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), colorLink: color });
  linkAlgorithms.set(color, algorithm);
  return algorithm;
}

/** The design tokens of a theme, for a brand of any colour. */
export function themeFor(request: ThemeRequest): ThemeConfig {
  const { mode, primary = SETTINGS_DEFAULT_COLOR, pointer = 'mouse', motion = 'full' } = request;
  const { controlHeight, fieldFontSize } = SIZES[pointer];
  const solid = readable(primary, '#f5f5f5');
  const algorithm = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const derived = theme.getDesignToken({ algorithm, token: { colorPrimary: solid, colorError: ERROR[mode] } });
  const text = readable(primary, GROUND[mode]);
  const danger = readable(derived.colorError, GROUND[mode]);
  const tint = new FastColor(PANEL[mode]).mix(solid, TINT[mode]).toHexString();
  return {
    algorithm: [algorithm, withLinks(text)],
    token: {
      colorPrimary: solid,
      // Of a colour without a hue antd would make a dark grey.
      colorPrimaryBg: tint,
      // The ring around what has the focus.
      colorPrimaryBorder: text,
      // Antd would lighten these, and white text on them would fade.
      colorPrimaryHover: new FastColor(derived.colorPrimary).mix('#000', 12).toHexString(),
      colorPrimaryActive: new FastColor(derived.colorPrimary).mix('#000', 24).toHexString(),
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
        itemSelectedColor: readable(primary, tint),
        collapsedWidth: '3rem',
        activeBarBorderWidth: 0,
      },
      Form: { itemMarginBottom: 18, verticalLabelPadding: '6px 0 8px', colorError: danger },
      Typography: { colorErrorText: danger },
      Button: {
        colorError: danger,
        // Away from the ground, since most of these buttons are drawn as text on it.
        colorErrorHover: new FastColor(danger).mix(textOn(GROUND[mode]), 12).toHexString(),
        colorErrorActive: new FastColor(danger).mix(textOn(GROUND[mode]), 24).toHexString(),
        // Antd would take the colours of filled buttons.
        defaultHoverColor: text,
        defaultHoverBorderColor: text,
        defaultActiveColor: text,
        defaultActiveBorderColor: text,
        dangerColor: textOn(danger),
        primaryShadow: 'none',
      },
      Notification: { colorBgElevated: NOTICE[mode] },
      Input: { inputFontSize: fieldFontSize, activeBorderColor: text, hoverBorderColor: text },
      Select: { fontSize: fieldFontSize, activeBorderColor: text, hoverBorderColor: text },
      Layout: { siderBg: PANEL[mode], headerBg: PANEL[mode], bodyBg: PAGE[mode] },
    },
  };
}

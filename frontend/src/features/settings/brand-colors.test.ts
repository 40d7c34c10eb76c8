import { describe, expect, it } from '@jest/globals';
import { SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { theme } from 'antd';
import { contrast } from '@gmb-moments/backend/contract/contrast';
import { PALETTE } from '../../lib/palette';
import { themeFor } from '../../lib/theme';

const COLORS = ['#000000', '#ffffff', '#3b82f6', '#6366f1', '#059669', '#facc15', '#ff8800', '#00ff00', '#777777'];
const groundsOf = ({ bg, surface, 'surface-2': raised }: (typeof PALETTE)['light' | 'dark']) => [bg, surface, raised];
const GROUNDS = { light: groundsOf(PALETTE.light), dark: groundsOf(PALETTE.dark) };

describe.each(['light', 'dark'] as const)('the %s theme of any brand colour', (mode) => {
  it.each(COLORS)('%s can be read on buttons, as links and in the menu', (primary) => {
    const config = themeFor({ mode, primary });
    const token = theme.getDesignToken(config);
    const {
      colorPrimary: fill,
      colorPrimaryHover,
      colorPrimaryActive,
      primaryColor,
      primaryShadow,
    } = config.components!.Button!;
    expect(fill).toBe(primary === SETTINGS_DEFAULT_COLOR ? PALETTE[mode].brand : primary);
    for (const shade of [fill, colorPrimaryHover, colorPrimaryActive]) {
      expect(contrast(primaryColor!, shade!)).toBeGreaterThanOrEqual(4.5);
    }
    // A fill like its ground has a line around it (WCAG 2.2, 1.4.11).
    const edge = /#[0-9a-f]{6}/.exec(primaryShadow!)?.[0] ?? fill!;
    for (const ground of GROUNDS[mode]) expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
    for (const ground of GROUNDS[mode]) {
      for (const link of [token.colorLink, token.colorLinkHover, token.colorLinkActive, token.colorPrimary]) {
        expect(contrast(link, ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
    // Also while the pointer is on it.
    const { defaultHoverColor, defaultActiveColor, ...button } = config.components!.Button!;
    const { colorErrorHover, colorErrorActive, dangerColor } = button;
    for (const shade of [colorErrorHover, colorErrorActive]) {
      expect(contrast(dangerColor!, shade!)).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of GROUNDS[mode]) {
      for (const label of [defaultHoverColor, defaultActiveColor, colorErrorHover, colorErrorActive]) {
        expect(contrast(label!, ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
    // What has the focus is seen (WCAG 2.2, 1.4.11).
    const { Input, Select } = config.components!;
    const focus = [token.colorPrimaryBorder, Input!.activeBorderColor!, Select!.activeBorderColor!];
    for (const ground of GROUNDS[mode]) {
      for (const mark of focus) expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3);
    }
    const { itemSelectedColor, itemSelectedBg } = config.components!.Menu!;
    expect(contrast(itemSelectedColor!, itemSelectedBg!)).toBeGreaterThanOrEqual(4.5);
  });
});

import { describe, expect, it } from '@jest/globals';
import { theme } from 'antd';
import { themeFor } from '../../lib/theme';
import { FONT_FAMILY, REVIEW_TOKENS } from './review-tokens';

describe('the design tokens of the review page', () => {
  it.each(['light', 'dark'] as const)('are those of the other pages, %s', (mode) => {
    const derived = theme.getDesignToken(themeFor({ mode }));
    expect(derived).toMatchObject(REVIEW_TOKENS[mode]);
    expect(derived.fontFamily.replaceAll('\n', ' ')).toBe(FONT_FAMILY);
  });
});

import type { CSSProperties, ReactNode } from 'react';
import { brandText, edgeOf, readable, shade, textOn } from '../../lib/contrast';
import { useThemeMode, type ThemeMode } from '../../lib/theme-mode';
import { ReviewNotices } from './review-notices';
import { FONT_FAMILY, REVIEW_TOKENS } from './review-tokens';
import './review.css';
import './review-parts.css';
import './review-overlay.css';

interface ReviewThemeProps {
  /** The agency's. */
  color: string;
  /** Pixels that the header and the content below it take at most. */
  width?: number;
  children: ReactNode;
}

/** The design tokens, the agency's colour and the page's width, as variables for its style sheet. */
export function ReviewTheme({ color, width = 1240, children }: ReviewThemeProps) {
  const mode = useThemeMode();
  return (
    <div className="review" style={{ ...variables(mode, color), '--width': `${width}px` } as CSSProperties}>
      {children}
      <ReviewNotices />
    </div>
  );
}

function variables(mode: ThemeMode, color: string): CSSProperties {
  const token = REVIEW_TOKENS[mode];
  const panel = token.colorBgContainer;
  // In each theme the ground that is nearest to what lies on it.
  const ground = mode === 'light' ? token.colorBgLayout : panel;
  return {
    '--page': token.colorBgLayout,
    '--panel': panel,
    '--text': token.colorText,
    '--muted': token.colorTextSecondary,
    '--placeholder': token.colorTextPlaceholder,
    '--line': token.colorBorder,
    '--line-soft': token.colorBorderSecondary,
    '--fill': token.colorFillTertiary,
    '--radius': `${token.borderRadius}px`,
    '--radius-large': `${token.borderRadius + 6}px`,
    '--font': FONT_FAMILY,
    '--brand': color,
    '--on-brand': textOn(color),
    '--brand-hover': shade(color, 8),
    '--brand-active': shade(color, 16),
    '--brand-edge': edgeOf(color, ground),
    '--brand-text': brandText(color, panel),
    '--approve': readable(token.colorSuccess, '#fff'),
    '--approved-text': readable(token.colorSuccess, panel),
    '--approved-fill': token.colorSuccessBg,
    '--danger': readable(token.colorError, '#fff'),
    '--danger-text': readable(token.colorError, panel),
    '--danger-fill': token.colorErrorBg,
  } as CSSProperties;
}

import type { CSSProperties, ReactNode } from 'react';
import { contrast, readable, textOn } from '../../lib/contrast';
import { useThemeMode } from '../../lib/theme-mode';
import { ReviewNotices } from './review-notices';
import { FONT_FAMILY, REVIEW_TOKENS, type ReviewTokens } from './review-tokens';
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
    <div
      className="review"
      style={{ ...variables(REVIEW_TOKENS[mode], color), '--width': `${width}px` } as CSSProperties}
    >
      {children}
      <ReviewNotices />
    </div>
  );
}

function variables(token: ReviewTokens, color: string): CSSProperties {
  const panel = token.colorBgContainer;
  // A colour that vanishes on the panel (black in the dark theme) becomes a light one; grey would look disabled.
  const vanishes = textOn(panel) === '#fff' && contrast(color, panel) < 2;
  const brand = readable(color, vanishes ? token.colorBorder : panel);
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
    '--brand': brand,
    '--on-brand': textOn(brand),
    '--approve': readable(token.colorSuccess, '#fff'),
    '--approved-text': readable(token.colorSuccess, panel),
    '--approved-fill': token.colorSuccessBg,
    '--danger': readable(token.colorError, '#fff'),
    '--danger-text': readable(token.colorError, panel),
    '--danger-fill': token.colorErrorBg,
  } as CSSProperties;
}

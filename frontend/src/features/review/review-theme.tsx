import { REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { theme } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { readable, textOn } from '../../lib/contrast';
import './review.css';

type DesignToken = ReturnType<typeof theme.useToken>['token'];

/** The product's design tokens and the agency's colour, as variables for the page's style sheet. */
export function ReviewTheme({ color = REVIEW_DEFAULT_COLOR, children }: { color?: string; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <div className="review" style={variables(token, color)}>
      {children}
    </div>
  );
}

function variables(token: DesignToken, color: string): CSSProperties {
  const panel = token.colorBgContainer;
  const brand = readable(color, panel);
  const approve = readable(token.colorSuccess, '#fff');
  const danger = readable(token.colorError, '#fff');
  return {
    '--page': token.colorBgLayout,
    '--panel': panel,
    '--text': token.colorText,
    '--muted': token.colorTextSecondary,
    '--placeholder': token.colorTextPlaceholder,
    '--line': token.colorBorder,
    '--line-soft': token.colorBorderSecondary,
    '--fill': token.colorFillTertiary,
    '--disabled': token.colorTextDisabled,
    '--radius': `${token.borderRadius}px`,
    '--radius-large': `${token.borderRadiusLG + 4}px`,
    '--shadow': token.boxShadowTertiary,
    '--font': token.fontFamily,
    '--brand': brand,
    '--on-brand': textOn(brand),
    '--approve': approve,
    '--approved-text': readable(token.colorSuccess, panel),
    '--danger': danger,
    '--danger-text': readable(token.colorError, panel),
    '--danger-fill': token.colorErrorBg,
  } as CSSProperties;
}

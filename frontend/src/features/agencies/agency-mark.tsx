import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { theme } from 'antd';
import { Logo } from '../../components/logo';
import { useLogo } from '../../components/use-logo';
import { textOn } from '../../lib/contrast';

export const MARK_SIZE = 36;

/** The agency's logo, or without one its initial on its colour. */
export function AgencyMark({ agency: { name, primaryColor, ...agency } }: { agency: AgencyView }) {
  const { token } = theme.useToken();
  const { logoUrl, onError } = useLogo(agency.logoUrl);
  if (logoUrl) return <Logo source={logoUrl} size={MARK_SIZE} alt="" onError={onError} />;
  return (
    <span
      aria-hidden
      style={{
        flex: 'none',
        width: MARK_SIZE,
        height: MARK_SIZE,
        lineHeight: `${MARK_SIZE}px`,
        textAlign: 'center',
        fontWeight: token.fontWeightStrong,
        borderRadius: token.borderRadius,
        // Some colours are those of the page.
        boxShadow: `inset 0 0 0 1px ${token.colorBorder}`,
        background: primaryColor,
        color: textOn(primaryColor),
      }}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

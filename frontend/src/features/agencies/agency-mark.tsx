import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { theme } from 'antd';
import { Logo } from '../../components/logo';
import { textOn } from '../../lib/contrast';

const SIZE = 36;

/** The agency's logo, or without one its initial on its colour. */
export function AgencyMark({ agency: { name, logoUrl, primaryColor } }: { agency: AgencyView }) {
  const { token } = theme.useToken();
  if (logoUrl) return <Logo source={logoUrl} size={SIZE} alt="" />;
  return (
    <span
      aria-hidden
      style={{
        flex: 'none',
        width: SIZE,
        height: SIZE,
        lineHeight: `${SIZE}px`,
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

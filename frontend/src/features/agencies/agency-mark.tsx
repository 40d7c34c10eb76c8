import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { Logo } from '../../ui/logo';
import { Mark } from '../../ui/mark';
import { useLogo } from '../../ui/use-logo';

/** Pixels, as wide as `Mark`. */
const LOGO_SIZE = 36;

/** The agency's logo, or without one its initial on its colour. */
export function AgencyMark({ agency }: { agency: AgencyView }) {
  const { logoUrl, onError } = useLogo(agency.logoUrl);
  if (logoUrl) return <Logo source={logoUrl} size={LOGO_SIZE} alt="" onError={onError} />;
  return <Mark name={agency.name} color={agency.primaryColor} />;
}

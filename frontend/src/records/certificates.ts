import type { CertificateKeysView, CertifiedDeliveryView } from '@gmb-moments/backend/contract/certificates';
import { queryOptions } from '@tanstack/react-query';

/** The public keys that certificates of this installation are signed with. */
export const certificateKeysQuery = queryOptions<CertificateKeysView>({ queryKey: ['/api/certificate-keys'] });

/** The deliveries of a moment's photos, the newest first. */
export const certifiedDeliveriesQuery = (momentId: string) =>
  queryOptions<CertifiedDeliveryView[]>({ queryKey: [`/api/moments/${momentId}/deliveries`] });

/** Where the certificate of a delivery is. */
export const certificateAddress = (deliveryId: string, kind: 'pdf' | 'json') =>
  `/api/deliveries/${deliveryId}/certificate.${kind}`;

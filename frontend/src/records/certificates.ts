import type { CertificateKeysView, CertifiedDeliveryView } from '@gmb-moments/backend/contract/certificates';
import { queryOptions } from '@tanstack/react-query';

/** The public keys that verify the certificates of this installation. */
export const certificateKeysQuery = queryOptions<CertificateKeysView>({ queryKey: ['/api/certificate-keys'] });

/** The deliveries of a moment's photos that have a certificate, newest first. */
export const certifiedDeliveriesQuery = (momentId: string) =>
  queryOptions<CertifiedDeliveryView[]>({ queryKey: [`/api/moments/${momentId}/deliveries`] });

/** Path of a delivery's certificate. */
export const certificateAddress = (deliveryId: string, kind: 'pdf' | 'json') =>
  `/api/deliveries/${deliveryId}/certificate.${kind}`;

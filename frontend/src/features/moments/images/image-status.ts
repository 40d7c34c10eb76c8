import type { ImageStatus } from '@gmb-moments/backend/contract/statuses';

/** The statuses of an image, as staff read them. */
export const STATUS_LABELS: Record<ImageStatus, string> = {
  pending: 'Pending Approval',
  approved: 'Approved',
  rejected: 'Rejected',
};

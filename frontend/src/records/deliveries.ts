import type {
  CreateDeliveryBody,
  DeliverableView,
  DeliveryView,
  PositionView,
} from '@gmb-moments/backend/contract/deliveries';
import { DELIVERY_PHOTOS_MAX } from '@gmb-moments/backend/contract/delivery-rules';
import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';
import { pathOf } from '../lib/query-client';

/** So many full moments never exceed the photos that one delivery may have. */
export const MOMENTS_PER_DELIVERY_MAX = Math.floor(DELIVERY_PHOTOS_MAX / IMAGES_PER_MOMENT);

/** The moments, or the client, whose approved photos are delivered. */
export interface DeliverySource {
  subject: 'moments' | 'clients';
  /** Ids of the moments, `MOMENTS_PER_DELIVERY_MAX` at most, or the id of the client alone. */
  ids: string[];
  /** Title of the one moment, the number of several (`3 moments`), or the client's name. */
  title: string;
  /** Name of the moments' client; missing if `title` is that name, or the moments have several clients. */
  business?: string;
}

/** All approved photos of a moment. */
export function deliveryOfMoment({ id, title, client }: Pick<MomentView, 'id' | 'title' | 'client'>): DeliverySource {
  return { subject: 'moments', ids: [id], title, business: client.business };
}

/** First and last day of approval as `YYYY-MM-DD`, both inclusive; `''` for no limit. */
export interface ApprovalDays {
  from: string;
  to: string;
}

/** Time between two checks whether a download has ended. */
const POLL_MS = 1500;

/** The approved photos of the moments or of the client, limited to these days of approval. */
export function deliverablesQuery({ subject, ids }: Pick<DeliverySource, 'subject' | 'ids'>, days: ApprovalDays) {
  return queryOptions({
    queryKey: ['deliverables', subject, ids, days] as const,
    queryFn: async ({ signal }) => {
      const paths = ids.map((id) => pathOf([`/api/${subject}/${id}/deliverables`, days]));
      const found = paths.map((path) => http.get<DeliverableView[]>(path, { signal }));
      return (await Promise.all(found)).flat();
    },
    // Clients may have decided since the dialog was open last.
    staleTime: 0,
  });
}

/** The GPS position in a photo's metadata. */
export function positionQuery(imageId: string, version: number) {
  return queryOptions({
    queryKey: ['position', imageId, version] as const,
    queryFn: ({ signal }) => http.get<PositionView>(`/api/images/${imageId}/position`, { signal }),
  });
}

/** A delivery, polled until it has ended. */
export function deliveryQuery(id: string) {
  return queryOptions<DeliveryView>({
    queryKey: ['/api/deliveries', id],
    refetchInterval: ({ state: { data } }) => (data && hasDeliveryEnded(data) ? false : POLL_MS),
  });
}

/** Whether a delivery was sent completely, or failed. */
export function hasDeliveryEnded({ state }: Pick<DeliveryView, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}

/** Creates a delivery with a fixed list of photos; `zipAddress` downloads it. */
export function createDelivery(body: CreateDeliveryBody): Promise<DeliveryView> {
  return http.post('/api/deliveries', body);
}

/** Path of a delivery's ZIP. */
export function zipAddress({ id }: Pick<DeliveryView, 'id'>): string {
  return `/api/deliveries/${id}/zip`;
}

/** A file size in decimal units: `4.9 MB`, `300 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** Marks the approved photos of these moments as delivered without a download. */
export async function markDelivered(momentIds: string[]): Promise<void> {
  for (const id of momentIds) await http.post<MomentView>(`/api/moments/${id}/delivered`);
}

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

/** Most moments per delivery, so that they never have more photos than a delivery may. */
export const MOMENTS_PER_DELIVERY_MAX = Math.floor(DELIVERY_PHOTOS_MAX / IMAGES_PER_MOMENT);

/** Whose approved photos are delivered. */
export interface DeliverySource {
  subject: 'moments' | 'clients';
  /** Ids of the moments, `MOMENTS_MAX` at most, or the id of the client. */
  ids: string[];
  /** Name of the moment, or how many there are, or name of the client. */
  title: string;
  /** Name of the client of the moments; missing where `title` is that, and for moments of several clients. */
  business?: string;
}

/** All approved photos of a moment. */
export function deliveryOfMoment({ id, title, client }: Pick<MomentView, 'id' | 'title' | 'client'>): DeliverySource {
  return { subject: 'moments', ids: [id], title, business: client.business };
}

/** The first and the last day of approval, as date fields write them; `''` for none. */
export interface ApprovalDays {
  from: string;
  to: string;
}

/** How often the page asks whether a download has ended. */
const POLL_MS = 1500;

/** The approved photos of moments, or those of a client that were approved on these days. */
export function deliverablesQuery({ subject, ids }: Pick<DeliverySource, 'subject' | 'ids'>, days: ApprovalDays) {
  return queryOptions({
    queryKey: ['deliverables', subject, ids, days] as const,
    queryFn: async ({ signal }) => {
      const paths = ids.map((id) => pathOf([`/api/${subject}/${id}/deliverables`, days]));
      const found = paths.map((path) => http.get<DeliverableView[]>(path, { signal }));
      return (await Promise.all(found)).flat();
    },
    // Clients may decide while the dialog is closed.
    staleTime: 0,
  });
}

/** Where a photo was taken, as its file says. */
export function positionQuery(imageId: string, version: number) {
  return queryOptions({
    queryKey: ['position', imageId, version] as const,
    queryFn: ({ signal }) => http.get<PositionView>(`/api/images/${imageId}/position`, { signal }),
  });
}

/** A delivery, asked for again until it has ended. */
export function deliveryQuery(id: string) {
  return queryOptions<DeliveryView>({
    queryKey: ['/api/deliveries', id],
    refetchInterval: ({ state: { data } }) => (data && hasDeliveryEnded(data) ? false : POLL_MS),
  });
}

/** Whether a delivery was sent or broken off. */
export function hasDeliveryEnded({ state }: Pick<DeliveryView, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}

/** Creates a delivery with a fixed list of photos; its ZIP is at `zipAddress`. */
export function createDelivery(body: CreateDeliveryBody): Promise<DeliveryView> {
  return http.post('/api/deliveries', body);
}

/** Address of a delivery's ZIP. */
export function zipAddress({ id }: Pick<DeliveryView, 'id'>): string {
  return `/api/deliveries/${id}/zip`;
}

/** A size for people: `4.9 MB`, `300 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** Notes that the approved photos of these moments were delivered in another way. */
export async function markDelivered(momentIds: string[]): Promise<void> {
  for (const id of momentIds) await http.post<MomentView>(`/api/moments/${id}/delivered`);
}

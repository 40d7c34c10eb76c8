import type { ImageTexts } from './image-fields.js';
import { DELIVERY_FORMATS, DELIVERY_PHOTOS_MAX, FILE_NAME_MAX, type DeliveryFormat } from './delivery-rules.js';
import { Revision } from './edits.js';
import { Day, OneOf, Records, Reference, YesNo } from './fields.js';
import type { FindingView } from './findings.js';
import { Line } from './text-fields.js';

/** One photo of `POST /api/deliveries`. */
export class DeliverPhotoBody {
  @Reference({ required: true })
  imageId!: string;

  /** The version that is to be delivered; another one is left out, and named. Without it, the one that is approved now. */
  @Revision()
  version?: number;

  /** Name of its file without the ending; without it, its place in the moment and its title. */
  @Line({ max: FILE_NAME_MAX })
  name?: string;
}

/** Body of `POST /api/deliveries`. */
export class CreateDeliveryBody {
  /** The photos, of any moments, in the order in which they are delivered. */
  @Records(DeliverPhotoBody, { max: DELIVERY_PHOTOS_MAX })
  photos!: DeliverPhotoBody[];

  /** `original` keeps the pixels of JPEG and PNG byte for byte; others are made JPEGs of that quality, of at most 5 MB. */
  @OneOf(DELIVERY_FORMATS)
  format?: DeliveryFormat;

  /** Whether the position that a photo was taken at stays in its file; it does unless this is `false`. */
  @YesNo()
  position?: boolean;

  /** Whether `manifest.csv` comes with them; it does unless this is `false`. `manifest.json` always does. */
  @YesNo()
  manifest?: boolean;
}

/** Query of `GET /api/clients/{id}/deliverables`: the first and the last day of approval (UTC), both included. */
export class DeliverablesQuery {
  @Day()
  from?: string;

  @Day()
  to?: string;
}

/** An approved photo, as it can be delivered. */
export interface DeliverableView extends ImageTexts {
  imageId: string;
  momentId: string;
  momentTitle: string;
  version: number;
  /** Name of its file, without the ending. */
  name: string;
  /** Kind of the original: `jpg`, `png`, `webp`, `avif`, `heic` or `gif`. */
  extension: string;
  /** Of the upright original, in pixels. */
  width: number;
  height: number;
  /** Of the original; `null` for photos of earlier versions. */
  bytes: number | null;
  /** At most 480 px, WebP. */
  thumbnailUrl: string;
  /** The reviewer; `null` for a visitor with the open link. */
  approvedBy: string | null;
  approvedAt: string | null;
  /** What was found about its file; none of it keeps it from being delivered. */
  findings: FindingView[];
  /** Whether the caption was written for a picture that has been replaced since, and neither edited nor written again. */
  captionOutdated: boolean;
  /** Whether this version was not delivered before. */
  isNew: boolean;
}

/** Where a photo was taken, in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** Answer of `GET /api/images/{id}/position`. */
export interface PositionView {
  /** Degrees of latitude and longitude: `43.6577, -70.2548`; `null` where the file of the photo does not say. */
  position: string | null;
}

/** A delivery: `waiting` to be downloaded, being `sent`, `done`, or `failed` when it was broken off. */
export const DELIVERY_STATES = ['waiting', 'sending', 'done', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Answer of `POST /api/deliveries` and `GET /api/deliveries/{id}`. */
export interface DeliveryView {
  id: string;
  state: DeliveryState;
  /** Name of the ZIP. */
  fileName: string;
  /** Photos that it was made for. */
  total: number;
  /** Photos that are not in it, since they were changed or taken away meanwhile, once it is done. */
  withheld: WithheldView[];
}

/** A photo that was not delivered. */
export interface WithheldView {
  imageId: string;
  /** The name that its file would have had. */
  fileName: string;
  /** Why, as a sentence. */
  reason: string;
}

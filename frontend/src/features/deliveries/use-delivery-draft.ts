import type { CreateDeliveryBody, DeliverableView } from '@gmb-moments/backend/contract/deliveries';
import {
  DELIVERED_AS_THEY_ARE,
  deliveredEnding,
  estimatedBytes,
  googleProblem,
  type DeliveryFormat,
} from '@gmb-moments/backend/contract/delivery-rules';
import type { FindingKind } from '@gmb-moments/backend/contract/findings';
import { useState } from 'react';
import { CAPTION_OUTDATED, warningsOf, type Warning } from '../../records/findings';

/** A photo with the properties of its file in the delivery. */
export interface DraftPhoto extends DeliverableView {
  isChosen: boolean;
  fileName: string;
  bytesToBe: number;
  /** The rule of Google that it breaks; `null` for none. */
  problem: string | null;
  /** Other warnings about the photo and its caption. */
  warnings: Warning[];
}

/** Findings about a photo's size. They are left out, because the size of the delivered file counts. */
const SIZE_FINDINGS: readonly FindingKind[] = ['tiny', 'light', 'small'];

const NO_PHOTOS: DeliverableView[] = [];

/** The choices in the dialog: photos, file names, and options for all files. */
export function useDeliveryDraft(deliverables: DeliverableView[] = NO_PHOTOS) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState<Record<string, string>>({});
  const [format, setFormat] = useState<DeliveryFormat>('original');
  const [hasPosition, setPosition] = useState(true);
  const [hasManifest, setManifest] = useState(true);
  const [selectedId, select] = useState<string | null>(null);
  const photos = deliverables.map((photo) => asDraft(photo, { isChosen: !left.has(photo.imageId), names, format }));
  const chosen = photos.filter(({ isChosen }) => isChosen);
  const at = Math.max(
    0,
    photos.findIndex(({ imageId }) => imageId === selectedId),
  );
  const leave = (isLeft: (photo: DraftPhoto) => boolean) =>
    setLeft(new Set(photos.filter(isLeft).map(({ imageId }) => imageId)));
  return {
    photos,
    chosen,
    selected: photos[at],
    at,
    select,
    move: (delta: number) => select(photos[at + delta]?.imageId ?? null),
    toggle: (toggled: DraftPhoto) =>
      leave(({ imageId, isChosen }) => (imageId === toggled.imageId ? isChosen : !isChosen)),
    chooseAll: (isChosen: boolean) => leave(() => !isChosen),
    chooseNew: () => leave(({ isNew }) => !isNew),
    rename: (imageId: string, name: string) => setNames((before) => ({ ...before, [imageId]: name })),
    format,
    setFormat,
    hasPosition,
    setPosition,
    hasManifest,
    setManifest,
    sizeAs: (as: DeliveryFormat) => chosen.reduce((sum, photo) => sum + estimatedBytes(photo, as), 0),
    body: (): CreateDeliveryBody => ({
      photos: chosen.map(({ imageId, version }) => ({
        imageId,
        version,
        ...(names[imageId] && { name: names[imageId] }),
      })),
      format,
      position: hasPosition,
      manifest: hasManifest,
    }),
  };
}

export type DeliveryDraft = ReturnType<typeof useDeliveryDraft>;

interface Choices {
  isChosen: boolean;
  names: Record<string, string>;
  format: DeliveryFormat;
}

function asDraft(photo: DeliverableView, { isChosen, names, format }: Choices): DraftPhoto {
  const { imageId, extension, width, height } = photo;
  const name = names[imageId] || photo.name;
  const isKept = format === 'original' && DELIVERED_AS_THEY_ARE.includes(extension);
  const bytesToBe = estimatedBytes(photo, format);
  return {
    ...photo,
    name,
    isChosen,
    fileName: `${name}.${deliveredEnding(extension, format)}`,
    bytesToBe,
    warnings: [
      ...warningsOf(photo).filter(({ kind }) => !SIZE_FINDINGS.includes(kind)),
      ...(photo.captionOutdated ? [CAPTION_OUTDATED] : []),
    ],
    problem: googleProblem({ width, height, bytes: isKept ? photo.bytes : bytesToBe }),
  };
}

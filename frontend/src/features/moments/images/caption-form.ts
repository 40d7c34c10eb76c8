import type { ImageView } from '@gmb-moments/backend/contract/images';
import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import type { StoredRecord } from '../../../ui/edit-conflict';
import type { FieldViews } from '../../../ui/edit-conflict-alert';
import type { ImageChanges } from '../../../records/images';

/** The caption of an image as it is edited: in place, and in a dialog. */
export interface CaptionForm {
  title: string;
  description: string;
  exifKeywords: string[];
  geoAltDescription: string;
}

export interface AddressForm {
  address: string;
}

export const CAPTION_FIELD_VIEWS: FieldViews<CaptionForm> = {
  title: 'Title',
  description: 'Description',
  exifKeywords: 'EXIF Keywords',
  geoAltDescription: 'Geo Alt Description',
};

export const ADDRESS_FIELD_VIEWS: FieldViews<AddressForm> = { address: 'Address' };

/** Says what changing an approved image does. */
export const APPROVED_NOTICE =
  'The client approved this image. A new title or description sets it back to pending approval.';

export function storedCaption(image: ImageView): StoredRecord<CaptionForm> {
  const { title, description, exifKeywords, geoAltDescription, captionRevision, captionEditor } = image;
  return {
    values: { title, description, exifKeywords: keywordList(exifKeywords), geoAltDescription },
    revision: captionRevision,
    editor: captionEditor,
  };
}

export function storedAddress({ address, addressRevision, addressEditor }: ImageView): StoredRecord<AddressForm> {
  return { values: { address }, revision: addressRevision, editor: addressEditor };
}

/** The fields that differ, as they are sent. */
export function captionChanges(before: CaptionForm, after: CaptionForm): ImageChanges {
  const old = toChanges(before);
  const edited = Object.entries(toChanges(after)).filter(([name, value]) => value !== old[name as keyof ImageChanges]);
  return Object.fromEntries(edited);
}

function toChanges({ exifKeywords, ...texts }: CaptionForm): ImageChanges {
  return {
    title: texts.title.trim(),
    description: texts.description.trim(),
    geoAltDescription: texts.geoAltDescription.trim(),
    exifKeywords: exifKeywords.join(', '),
  };
}

export function addressChanges(before: AddressForm, after: AddressForm): ImageChanges {
  const address = after.address.trim();
  return address === before.address ? {} : { address };
}

/** The keywords of a comma-separated text. */
export function keywordList(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words)].filter(Boolean);
}

/** Says that the keywords are too long together; `''` when they are not. */
export function keywordsProblem(tags: string[]): string {
  const length = lengthOf(tags.join(', '));
  if (length <= IMAGE_FIELDS.exifKeywords.max) return '';
  return `Keywords take ${length} characters together; at most ${IMAGE_FIELDS.exifKeywords.max} are allowed.`;
}

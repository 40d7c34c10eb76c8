import type { ItemStatus } from './statuses.js';
import { namesOf, namesWith, type NamesWith, type RecordField, type ValuesOf } from './record-fields.js';

/** A text of an image. */
interface ImageField extends RecordField {
  /** The group of fields that share a revision: an edit on an older revision of the group is refused. */
  readonly group: EditGroup;
  /**
   * Whether the client sees it. A change of such a text makes a new version and undoes an approval; rejected versions
   * store it for comparison.
   */
  readonly isShownToClient?: true;
  /** Whether the AI drafts it, as a part of the caption. A caption is complete when none of these texts is empty. */
  readonly isDrafted?: true;
}

/** The editor's name for texts that the AI wrote. */
export const AI_EDITOR = 'The AI';

/** The groups of texts that share a revision, with their words for sentences. */
export const EDIT_GROUPS = { caption: 'this caption', address: 'the address of this image' } as const;
export type EditGroup = keyof typeof EDIT_GROUPS;

/** The texts of an image that staff write. */
export const IMAGE_FIELDS = {
  title: {
    kind: 'line',
    label: 'Title',
    max: 80,
    placeholder: 'No title yet',
    group: 'caption',
    isShownToClient: true,
    isDrafted: true,
    example: 'Tulips in spring',
  },
  description: {
    kind: 'text',
    label: 'Description',
    max: 750,
    rows: 4,
    placeholder: 'No description yet',
    group: 'caption',
    isShownToClient: true,
    isDrafted: true,
    example: 'Fresh tulips in front of our shop on Market Square.',
  },
  exifKeywords: {
    kind: 'keywords',
    label: 'EXIF Keywords',
    max: 1000,
    placeholder: 'Enter or comma adds a keyword.',
    group: 'caption',
    isDrafted: true,
    note: 'Comma-separated.',
    example: 'tulips, florist, Springfield',
  },
  geoAltDescription: {
    kind: 'text',
    label: 'Geo Alt Description',
    max: 500,
    rows: 2,
    group: 'caption',
    isDrafted: true,
    example: 'Tulips in front of a florist in Springfield',
  },
  address: {
    kind: 'text',
    label: 'Address',
    max: 500,
    placeholder: 'Where was this taken?',
    group: 'address',
    example: '1 Market Square, Springfield',
  },
} as const satisfies Record<string, ImageField>;

/** What staff write on an image. */
export type ImageTexts = ValuesOf<typeof IMAGE_FIELDS>;
export type ImageTextName = keyof ImageTexts;
export const IMAGE_TEXTS = namesOf(IMAGE_FIELDS);

/** The names of the texts of a group. */
export type TextOfGroup<Group extends EditGroup> = {
  [Name in ImageTextName]: (typeof IMAGE_FIELDS)[Name]['group'] extends Group ? Name : never;
}[ImageTextName];
export function textsOfGroup<Group extends EditGroup>(group: Group): TextOfGroup<Group>[] {
  return IMAGE_TEXTS.filter((name): name is TextOfGroup<Group> => IMAGE_FIELDS[name].group === group);
}

/** The texts that the client sees. */
export type ShownText = NamesWith<typeof IMAGE_FIELDS, 'isShownToClient'>;
export const SHOWN_TEXTS = namesWith(IMAGE_FIELDS, 'isShownToClient');

/** The fields of a caption: it is complete when none of them is empty, and blank when all are. */
export type CaptionField = NamesWith<typeof IMAGE_FIELDS, 'isDrafted'>;
export const CAPTION_FIELDS = namesWith(IMAGE_FIELDS, 'isDrafted');

/** Whether all fields of a caption are empty. */
export function isCaptionBlank(image: Record<CaptionField, string>): boolean {
  return CAPTION_FIELDS.every((field) => image[field] === '');
}

/** The caption fields that a bulk run would fill in: the empty ones; none of an approved image. */
export function missingCaptionFields(image: Record<CaptionField, string> & { status: ItemStatus }): CaptionField[] {
  return image.status === 'approved' ? [] : CAPTION_FIELDS.filter((field) => image[field] === '');
}

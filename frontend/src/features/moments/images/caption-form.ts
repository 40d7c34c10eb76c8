import {
  IMAGE_FIELDS,
  SHOWN_TEXTS,
  textsOfGroup,
  type EditGroup,
  type TextOfGroup,
} from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { keywordList } from '@gmb-moments/backend/contract/keywords';
import { labelsOf, pick } from '@gmb-moments/backend/contract/record-fields';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import type { FieldViews, StoredRecord } from '../../../ui/record-edits';
import type { ImageChanges } from '../../../records/images';

/** Form values of an image's texts that are edited together; keywords are a list. */
export type ImageForm<Group extends EditGroup> = {
  [Name in TextOfGroup<Group>]: (typeof IMAGE_FIELDS)[Name]['kind'] extends 'keywords' ? string[] : string;
};

const LABELS = labelsOf(IMAGE_FIELDS);

/** Warning that editing an approved image sets it back to pending. */
export const APPROVED_NOTICE = `The client approved this image. A new ${new Intl.ListFormat('en', {
  type: 'disjunction',
}).format(SHOWN_TEXTS.map((name) => LABELS[name].toLowerCase()))} sets it back to pending approval.`;

/** Conversions and checks for the texts of a group (caption or address), which are edited and saved together. */
function imageForm<Group extends EditGroup>(group: Group) {
  const names = textsOfGroup(group);
  const words = { what: `this ${group}`, fields: pick(LABELS, names) as FieldViews<ImageForm<Group>> };
  return {
    group,
    stored: (image: ImageView): StoredRecord<ImageForm<Group>> => ({
      values: Object.fromEntries(names.map((name) => [name, fromText(name, image[name])])) as ImageForm<Group>,
      revision: image[`${group}Revision`],
      editor: image[`${group}Editor`],
      ...words,
    }),
    /** The changed fields as the API expects them. */
    changes(before: ImageForm<Group>, after: ImageForm<Group>): ImageChanges {
      const sent = names.map((name) => [name, toText(after[name])] as const);
      return Object.fromEntries(sent.filter(([name, text]) => text !== toText(before[name])));
    },
    /** Why the values cannot be saved; `''` if they can. */
    problem: (values: ImageForm<Group>): string =>
      names.map((name) => problemOf(name, values[name])).find(Boolean) ?? '',
    /** The fields whose change sets an approved image back to pending. */
    approved: names.filter((name) => (SHOWN_TEXTS as string[]).includes(name)),
  };
}

export type ImageFormOf<Group extends EditGroup> = ReturnType<typeof imageForm<Group>>;

/** The forms of an image by group. */
export const FORMS: { readonly [Group in EditGroup]: ImageFormOf<Group> } = {
  caption: imageForm('caption'),
  address: imageForm('address'),
};

type ImageText = TextOfGroup<EditGroup>;

function fromText(name: ImageText, text: string): string | string[] {
  return IMAGE_FIELDS[name].kind === 'keywords' ? keywordList(text) : text;
}

function toText(value: string | string[]): string {
  return Array.isArray(value) ? value.join(', ') : value.trim();
}

// Only keywords are checked here: the inputs of other fields limit their length.
function problemOf(name: ImageText, value: string | string[]): string {
  const { max } = IMAGE_FIELDS[name];
  const length = Array.isArray(value) ? lengthOf(toText(value)) : 0;
  return length > max ? `Keywords take ${length} characters together; at most ${max} are allowed.` : '';
}

import { parseFaqs } from '@gmb-moments/backend/contract/faqs';
import type { HistoryAction, HistoryEntry } from '@gmb-moments/backend/contract/history';
import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { OPTIMIZATION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { labelsOf, sentenceCase } from '@gmb-moments/backend/contract/record-fields';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { RelativeTime } from '../ui/relative-time';

/** What an entry says, given its actor and its subject (the name of an image or section; unused for the whole). */
const SENTENCES: Record<HistoryAction, (actor: string, subject: string) => string> = {
  'moment.created': (actor) => `${actor} created the package`,
  'moment.duplicated': (actor) => `${actor} created the package as a copy of another`,
  'moment.renamed': (actor) => `${actor} renamed the package`,
  'moment.moved': (actor) => `${actor} moved the package to another client`,
  'moment.reordered': (actor) => `${actor} changed the order of the images`,
  'moment.shared': (actor) => `${actor} shared the public link`,
  'moment.opened': (actor) => `${actor} opened the link`,
  'image.uploaded': (actor, image) => `${actor} uploaded ${image}`,
  'image.edited': (actor, image) => `${actor} edited ${image}`,
  'image.restored': (actor, image) => `${actor} restored an earlier text of ${image}`,
  'image.captioned': (actor, image) => `${actor} drafted the caption of ${image}`,
  'image.replaced': (actor, image) => `${actor} replaced ${image}`,
  'image.deleted': (actor, image) => `${actor} deleted ${image}`,
  'image.approved': (actor, image) => `${actor} approved ${image}`,
  'image.rejected': (actor, image) => `${actor} rejected ${image}`,
  'image.decision_undone': (actor, image) => `${actor} took the decision on ${image} back`,
  'image.resubmitted': (actor, image) => `${actor} resubmitted ${image} for approval`,
  'image.resubmit_undone': (actor, image) => `${actor} undid the resubmission of ${image}`,
  'optimization.created': (actor) => `${actor} created the optimization`,
  'optimization.edited': (actor) => `${actor} edited the business details`,
  'optimization.submitted': (actor) => `${actor} submitted the optimization`,
  'optimization.shared': (actor) => `${actor} shared the public link`,
  'optimization.opened': (actor) => `${actor} opened the link`,
  'section.suggested': (actor, section) => `${actor} suggested the ${section}`,
  'section.edited': (actor, section) => `${actor} edited the ${section}`,
  'section.restored': (actor, section) => `${actor} restored an earlier text of the ${section}`,
  'section.resubmitted': (actor, section) => `${actor} put a new suggestion for the ${section} before the client`,
  'section.approved': (actor, section) => `${actor} approved the ${section}`,
  'section.rejected': (actor, section) => `${actor} rejected the ${section}`,
  'section.decision_undone': (actor, section) => `${actor} took the decision on the ${section} back`,
  'section.throttled': (actor, section) =>
    `${actor} changed the decision on the ${section} too often; further changes were refused`,
};

/** Labels of the fields that `changes` of an entry may name. */
const FIELD_LABELS: Record<string, string> = {
  ...sentenceCaseOf(labelsOf(OPTIMIZATION_FIELDS)),
  ...sentenceCaseOf(labelsOf(IMAGE_FIELDS)),
  gmbLink: 'Google Business Profile link',
  client: 'Client',
  status: 'Status',
  fileName: 'File',
  suggestion: 'Suggestion',
  approval: 'Decision',
};

function sentenceCaseOf(labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, sentenceCase(label)]));
}

const SECTION_NAMES: Record<Section, string> = {
  description: 'business description',
  services: 'services',
  serviceAreas: 'service areas',
  faqs: 'FAQs',
  keywords: 'target keywords',
};

/**
 * One entry: who did what and when, the feedback, and each changed field with its texts before and after.
 * @param restore the button that brings the texts before back
 */
export function HistoryItem({ entry, restore }: { entry: HistoryEntry; restore?: ReactNode }) {
  return (
    <Flex vertical gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Typography.Text>{SENTENCES[entry.action](actorOf(entry), subjectOf(entry))}</Typography.Text>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        <RelativeTime date={entry.at} />
      </Typography.Text>
      {entry.feedback && (
        <Typography.Text italic>
          {['section.suggested', 'image.captioned'].includes(entry.action) && 'Asked for: '}“{entry.feedback}”
        </Typography.Text>
      )}
      {Object.entries(entry.changes).map(([field, change]) => (
        <Change
          key={field}
          label={FIELD_LABELS[field] ?? field}
          from={toPlainText(entry.section, change.from)}
          to={toPlainText(entry.section, change.to)}
        />
      ))}
      {restore}
    </Flex>
  );
}

function Change({ label, from, to }: { label: string; from: string; to: string }) {
  return (
    <Typography.Paragraph
      type="secondary"
      style={{ margin: 0 }}
      ellipsis={{ rows: 3, expandable: 'collapsible', symbol: (expanded) => (expanded ? 'Less' : 'More') }}
    >
      {changeText(label, from, to)}
    </Typography.Paragraph>
  );
}

/**
 * The stored text of a section as one line: list entries joined by commas, FAQs by dots. Other texts stay as they are.
 */
function toPlainText(section: Section | null, text: string): string {
  if (section === null || section === 'description') return text;
  const faqs = section === 'faqs' ? parseFaqs(text) : null;
  if (faqs) return faqs.map(({ question, answer }) => `${question} ${answer}`).join(' · ');
  return text.replaceAll('\n', ', ');
}

function changeText(label: string, from: string, to: string): string {
  if (!from) return `${label}: “${to}”`;
  return to ? `${label}: “${from}” → “${to}”` : `${label}: “${from}” was removed`;
}

function subjectOf({ section, imageName }: HistoryEntry): string {
  return section ? SECTION_NAMES[section] : imageName || 'an image';
}

function actorOf({ actor, actorName }: HistoryEntry): string {
  if (actor === 'visitor') return actorName ?? 'Client';
  if (actor === 'ai') return actorName ? `AI (${actorName})` : 'AI';
  return actorName ?? 'Staff';
}

/** Colour of the entry's dot in Ant Design's timeline. */
export function timelineColor(action: HistoryAction): string {
  return COLORS[action] ?? 'blue';
}

const COLORS: Partial<Record<HistoryAction, string>> = {
  'image.approved': 'green',
  'section.approved': 'green',
  'image.rejected': 'red',
  'image.deleted': 'red',
  'section.rejected': 'red',
  'section.throttled': 'orange',
  'image.captioned': 'gray',
  'section.suggested': 'gray',
};

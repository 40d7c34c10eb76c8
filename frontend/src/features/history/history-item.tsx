import { parseFaqs } from '@gmb-moments/backend/contract/faqs';
import type { HistoryAction, HistoryEntry } from '@gmb-moments/backend/contract/history';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Flex, Typography } from 'antd';
import { RelativeTime } from '../../components/relative-time';

const SENTENCES: Record<HistoryAction, (actor: string, subject: string) => string> = {
  'moment.created': (actor) => `${actor} created the package`,
  'moment.shared': (actor) => `${actor} shared the public link`,
  'moment.opened': (actor) => `${actor} opened the link`,
  'image.uploaded': (actor, image) => `${actor} uploaded ${image}`,
  'image.edited': (actor, image) => `${actor} edited ${image}`,
  'image.captioned': (actor, image) => `${actor} drafted the caption of ${image}`,
  'image.replaced': (actor, image) => `${actor} replaced ${image}`,
  'image.deleted': (actor, image) => `${actor} deleted ${image}`,
  'image.approved': (actor, image) => `${actor} approved ${image}`,
  'image.rejected': (actor, image) => `${actor} rejected ${image}`,
  'image.resubmitted': (actor, image) => `${actor} resubmitted ${image} for approval`,
  'image.resubmit_undone': (actor, image) => `${actor} undid the resubmission of ${image}`,
  'optimization.created': (actor) => `${actor} created the optimization`,
  'optimization.edited': (actor) => `${actor} edited the business details`,
  'optimization.submitted': (actor) => `${actor} submitted the optimization`,
  'optimization.opened': (actor) => `${actor} opened the link`,
  'section.suggested': (actor, section) => `${actor} suggested the ${section}`,
  'section.edited': (actor, section) => `${actor} edited the ${section}`,
  'section.approved': (actor, section) => `${actor} approved the ${section}`,
  'section.rejected': (actor, section) => `${actor} rejected the ${section}`,
  'section.throttled': (actor, section) =>
    `${actor} changed the decision on the ${section} too often; further changes were refused`,
};

const FIELD_LABELS: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  exifKeywords: 'EXIF keywords',
  geoAltDescription: 'Geo alt description',
  address: 'Address',
  status: 'Status',
  fileName: 'File',
  suggestion: 'Suggestion',
  businessName: 'Business name',
  website: 'Website',
  gmbLink: 'Google Business Profile link',
  phone: 'Phone',
  hours: 'Hours',
  categories: 'Categories',
  currentDescription: 'Current description',
  currentServices: 'Current services',
  currentServiceAreas: 'Current service areas',
  currentFAQs: 'Current FAQs',
};

const SECTION_NAMES: Record<Section, string> = {
  description: 'business description',
  services: 'services',
  serviceAreas: 'service areas',
  faqs: 'FAQs',
  keywords: 'target keywords',
};

/** One entry: who did what and when, what it changed, and what the client said. */
export function HistoryItem({ entry }: { entry: HistoryEntry }) {
  return (
    <Flex vertical gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Typography.Text>{SENTENCES[entry.action](actorOf(entry), subjectOf(entry))}</Typography.Text>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        <RelativeTime date={entry.at} />
      </Typography.Text>
      {entry.feedback && (
        <Typography.Text italic>
          {entry.action === 'section.suggested' && 'Asked for: '}“{entry.feedback}”
        </Typography.Text>
      )}
      {Object.entries(entry.changes).map(([field, change]) => (
        <Change
          key={field}
          label={FIELD_LABELS[field] ?? field}
          from={shown(entry.section, change.from)}
          to={shown(entry.section, change.to)}
        />
      ))}
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

/** A text in one flow: lists as such, FAQs as questions with their answers. */
function shown(section: Section | null, text: string): string {
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

/** Decisions stand out among the rest. */
export function historyColor(action: HistoryAction): string {
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

import { parseFaqs } from '@gmb-moments/backend/contract/faqs';
import { HISTORY, type HistoryEntry } from '@gmb-moments/backend/contract/history';
import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { OPTIMIZATION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { labelsOf, sentenceCase } from '@gmb-moments/backend/contract/record-fields';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Typography } from 'antd';
import styles from './history.module.css';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../ui/relative-time';
import { dayInWords } from '../../ui/due-date';
import { sentenceOf } from '../../records/history-words';

/** Labels of the fields in an entry's `changes`. */
const FIELD_LABELS: Record<string, string> = {
  ...sentenceCaseOf(labelsOf(OPTIMIZATION_FIELDS)),
  ...sentenceCaseOf(labelsOf(IMAGE_FIELDS)),
  gmbLink: 'Google Business Profile link',
  client: 'Client',
  status: 'Status',
  fileName: 'File',
  suggestion: 'Suggestion',
  approval: 'Decision',
  dueOn: 'Decide by',
};

function sentenceCaseOf(labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, sentenceCase(label)]));
}

/**
 * A history entry: who did what and when, feedback, and each changed field before and after.
 * @param restore the button that restores the texts before
 */
export function HistoryItem({ entry, restore }: { entry: HistoryEntry; restore?: ReactNode }) {
  return (
    <div className="column gap-4 anywhere">
      <Typography.Text>{sentenceOf(entry)}</Typography.Text>
      <Typography.Text type="secondary" className={styles['time']}>
        <RelativeTime date={entry.at} />
      </Typography.Text>
      {entry.feedback && (
        <Typography.Text italic>
          {HISTORY[entry.action].category === 'draft' && 'Asked for: '}“{entry.feedback}”
        </Typography.Text>
      )}
      {fieldsOf(entry).map(([field, change]) => (
        <Change
          key={field}
          label={FIELD_LABELS[field] ?? field}
          from={field === 'dueOn' ? toWords(change.from) : toPlainText(entry.section, change.from)}
          to={field === 'dueOn' ? toWords(change.to) : toPlainText(entry.section, change.to)}
        />
      ))}
      {restore}
    </div>
  );
}

/** The changed fields, without those that are part of the sentence. */
function fieldsOf({ changes }: HistoryEntry) {
  return Object.entries(changes).filter(([field]) => field !== 'reviewers' && field !== 'photos');
}

function Change({ label, from, to }: { label: string; from: string; to: string }) {
  return (
    <Typography.Paragraph
      type="secondary"
      className={styles['change']}
      ellipsis={{ rows: 3, expandable: 'collapsible', symbol: (expanded) => (expanded ? 'Less' : 'More') }}
    >
      {changeText(label, from, to)}
    </Typography.Paragraph>
  );
}

/**
 * The stored text of a section as one line: list entries joined by commas, FAQs by dots. Other texts stay as they
 * are.
 */
function toPlainText(section: Section | null, text: string): string {
  if (section === null || section === 'description') return text;
  const faqs = section === 'faqs' ? parseFaqs(text) : null;
  if (faqs) return faqs.map(({ question, answer }) => `${question} ${answer}`).join(' · ');
  return text.replaceAll('\n', ', ');
}

function toWords(day: string): string {
  return day && dayInWords(day);
}

function changeText(label: string, from: string, to: string): string {
  if (!from) return `${label}: “${to}”`;
  return to ? `${label}: “${from}” → “${to}”` : `${label}: “${from}” was removed`;
}

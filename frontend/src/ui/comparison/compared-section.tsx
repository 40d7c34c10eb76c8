import { parseFaqs } from '@gmb-moments/backend/contract/faqs';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Fragment, type ReactNode } from 'react';
import { useTranslator, type Translator } from '../../lib/texts/translator';
import { compareEntries, compareWords, entriesOf, linesOf, type Entry, type MarkedEntry } from './comparison';
import styles from './comparison.module.css';

/** Both texts of a section with marked differences, and a summary of the changes (`2 new · 1 removed`). */
interface ComparedSection {
  before: ReactNode;
  after: ReactNode;
  changes: string;
}

/** Compares the current text of a section with its suggestion. */
export function compareSection(t: Translator, section: Section, current: string, suggestion: string): ComparedSection {
  if (section === 'description') return compareTexts(t, current, suggestion);
  if (section === 'faqs') return compareFaqs(t, current, suggestion);
  if (section === 'keywords') return { before: null, after: <Chips text={suggestion} />, changes: '' };
  return compareLists(t, asEntries(entriesOf(current)), asEntries(linesOf(suggestion)));
}

/** Compares two suggestions for a section. */
export function compareSuggestions(t: Translator, section: Section, before: string, now: string): ComparedSection {
  if (section === 'description') return compareTexts(t, before, now);
  if (section === 'faqs') return compareFaqs(t, before, now);
  return compareLists(t, asEntries(linesOf(before)), asEntries(linesOf(now)));
}

/** Compares two texts word by word. */
export function compareTexts(t: Translator, before: string, after: string): ComparedSection {
  return {
    before: (
      <Text>
        <MarkedText text={before} other={after} side="before" />
      </Text>
    ),
    after: (
      <Text>
        <MarkedText text={after} other={before} side="after" />
      </Text>
    ),
    changes: before === '' || after === '' ? '' : t.text(differenceOf(before, after)),
  };
}

function differenceOf(before: string, after: string) {
  if (before === after) return 'changes.none';
  return compareWords(before, after) ? 'changes.marked' : 'changes.rewritten';
}

function asEntries(texts: string[]): Entry[] {
  return texts.map((text) => ({ text }));
}

/** Compares two lists; marks nothing if one of them is empty. */
function compareLists(t: Translator, before: Entry[], after: Entry[]): ComparedSection {
  const isComparable = before.length > 0 && after.length > 0;
  const compared = compareEntries(before, after);
  const removed = compared.before.filter(({ mark }) => mark === 'removed');
  return {
    before: <Entries entries={isComparable ? compared.before : before} side="before" />,
    after: <Entries entries={isComparable ? compared.after : after} side="after" />,
    changes: isComparable ? countChanges(t, [...compared.after, ...removed]) : '',
  };
}

function compareFaqs(t: Translator, before: string, after: string): ComparedSection {
  const [faqsBefore, faqsAfter] = [before, after].map((text) =>
    parseFaqs(text)?.map(({ question, answer }) => ({ text: question, answer })),
  );
  const compared = compareLists(t, faqsBefore ?? [], faqsAfter ?? []);
  // A text that cannot be parsed as FAQs is shown unchanged.
  return {
    ...compared,
    before: faqsBefore ? compared.before : <Text>{before}</Text>,
    after: faqsAfter ? compared.after : <Text>{after}</Text>,
  };
}

const COUNTS = {
  new: 'changes.countNew',
  changed: 'changes.countChanged',
  kept: 'changes.countKept',
  removed: 'changes.countRemoved',
} as const;
const MARKS = Object.keys(COUNTS) as (keyof typeof COUNTS)[];

/** The numbers of new, changed, kept and removed entries. */
function countChanges(t: Translator, entries: MarkedEntry[]): string {
  return MARKS.map((mark) => ({ mark, n: entries.filter((entry) => entry.mark === mark).length }))
    .filter(({ n }) => n > 0)
    .map(({ mark, n }) => t.text(COUNTS[mark], { n }))
    .join(' · ');
}

function Text({ children }: { children: ReactNode }) {
  return (
    <p className={`pre-line ${styles['text']}`} dir="auto">
      {children}
    </p>
  );
}

interface EntriesProps {
  entries: (Entry & Partial<MarkedEntry>)[];
  side: keyof typeof MARK_ELEMENT;
}

/** The HTML element for words and entries that only one side has. */
const MARK_ELEMENT = { before: 'del', after: 'ins' } as const;

function Entries({ entries, side }: EntriesProps) {
  if (entries.some(({ answer }) => answer !== undefined)) {
    return (
      <dl className={`grid gap-14 ${styles['text']} ${styles['faqs']} ${styles[side]}`}>
        {entries.map(({ text, answer = '', mark = 'kept', other }, index) => (
          <div key={index} className="column gap-2">
            <dt className="semibold" dir="auto">
              {mark === 'removed' ? <del>{text}</del> : <span>{text}</span>}
              <Mark mark={mark} />
            </dt>
            <dd className="pre-line" dir="auto">
              {other === undefined ? answer : <MarkedText text={answer} other={other} side={side} />}
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <ul className={`grid gap-6 ${styles['list']} ${styles[side]}`}>
      {entries.map(({ text, mark = 'kept' }, index) => {
        const Tag = mark === 'kept' ? 'span' : MARK_ELEMENT[side];
        return (
          <li key={index} className={styles[mark]}>
            <Tag dir="auto">{text}</Tag>
            <Mark mark={mark} />
          </li>
        );
      })}
    </ul>
  );
}

const LABELS = { new: 'changes.new', changed: 'changes.changed', removed: 'changes.removed', kept: '' } as const;

/** A label with the meaning of an entry's colour. */
function Mark({ mark }: { mark: MarkedEntry['mark'] }) {
  const t = useTranslator();
  const label = LABELS[mark];
  return label && <span className={`no-shrink small semibold ${styles['mark']} ${styles[mark]}`}>{t.text(label)}</span>;
}

function Chips({ text }: { text: string }) {
  return (
    <ul className={`flex wrap gap-8 ${styles['chips']}`}>
      {linesOf(text).map((keyword) => (
        <li key={keyword} dir="auto">
          {keyword}
        </li>
      ))}
    </ul>
  );
}

interface MarkedTextProps {
  text: string;
  /** The text on the other side. */
  other: string;
  side: keyof typeof MARK_ELEMENT;
}

/** A text in which the words that the other text lacks are marked. */
function MarkedText({ text, other, side }: MarkedTextProps) {
  const stretches = side === 'before' ? compareWords(text, other) : compareWords(other, text);
  const Tag = MARK_ELEMENT[side];
  return stretches
    ? stretches.map(({ kind, [side]: part }, index) => {
        const words = part.trimEnd();
        if (kind === 'kept' || part === '') return part;
        return (
          <Fragment key={index}>
            <Tag>{words}</Tag>
            {part.slice(words.length)}
          </Fragment>
        );
      })
    : text;
}

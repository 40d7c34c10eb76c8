import { parseFaqs } from '@gmb-moments/backend/contract/faqs';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import type { ReactNode } from 'react';
import { compareFaqs, type CurrentFaq, type SuggestedFaq } from './faq-diff';
import { compareLists, entriesOf, linesOf, type Entry } from './list-diff';
import { MarkedText } from './marked-text';
import { countChanges, Mark } from './marks';
import { compareWords } from './word-diff';

/** Both sides of a section, ready to be shown, and the difference in a few words. */
export interface Comparison {
  current: ReactNode;
  suggestion: ReactNode;
  changes: string;
}

type Compare = (current: string, suggestion: string) => Comparison;

const COMPARE: Record<Section, Compare> = {
  description: compareTexts,
  services: compareEntries,
  serviceAreas: compareEntries,
  faqs: compareQuestions,
  keywords: (_current, suggestion) => ({ current: null, suggestion: <Chips text={suggestion} />, changes: '' }),
};

/** Compares what the profile says now with what is suggested. */
export function compareSection(section: Section, current: string, suggestion: string): Comparison {
  return COMPARE[section](current.trim(), suggestion.trim());
}

function compareTexts(before: string, after: string): Comparison {
  return {
    current: (
      <p className="preview-text">
        <MarkedText before={before} after={after} side="before" />
      </p>
    ),
    suggestion: (
      <p className="preview-text">
        <MarkedText before={before} after={after} side="after" />
      </p>
    ),
    changes: textChanges(before, after),
  };
}

function textChanges(before: string, after: string): string {
  if (before === '' || after === '') return '';
  if (before === after) return 'Unchanged';
  return compareWords(before, after) ? 'Changes are marked' : 'Rewritten';
}

function compareEntries(before: string, after: string): Comparison {
  const { current, suggested } = compareLists(entriesOf(before), linesOf(after));
  if (before === '' || after === '') {
    return {
      current: <Entries entries={plain(current)} />,
      suggestion: <Entries entries={plain(suggested)} />,
      changes: '',
    };
  }
  const removed = current.filter(({ mark }) => mark === 'removed');
  return {
    current: <Entries entries={current} />,
    suggestion: <Entries entries={suggested} />,
    changes: countChanges([...suggested, ...removed].map(({ mark }) => mark)),
  };
}

/** Entries that there is nothing to compare with. */
function plain(entries: Entry[]): Entry[] {
  return entries.map(({ text }) => ({ text, mark: 'kept' }));
}

function Entries({ entries }: { entries: Entry[] }) {
  return (
    <ul className="preview-list">
      {entries.map(({ text, mark }, index) => (
        <li key={index} className={`preview-entry-${mark}`}>
          {mark === 'removed' ? <del>{text}</del> : mark === 'new' ? <ins>{text}</ins> : <span>{text}</span>}
          <Mark mark={mark} />
        </li>
      ))}
    </ul>
  );
}

function compareQuestions(before: string, after: string): Comparison {
  const current = parseFaqs(before);
  const suggested = parseFaqs(after);
  // A text that is no list of questions is shown as it was typed.
  if (!current?.length || !suggested?.length) {
    return {
      current: current ? <Faqs faqs={unmarked(current)} /> : <p className="preview-text">{before}</p>,
      suggestion: suggested ? <Faqs faqs={unmarked(suggested)} /> : <p className="preview-text">{after}</p>,
      changes: '',
    };
  }
  const compared = compareFaqs(current, suggested);
  const removed = compared.current.filter(({ mark }) => mark === 'removed');
  return {
    current: <Faqs faqs={compared.current} />,
    suggestion: <Faqs faqs={compared.suggested} />,
    changes: countChanges([...compared.suggested, ...removed].map(({ mark }) => mark)),
  };
}

function unmarked(faqs: { question: string; answer: string }[]): SuggestedFaq[] {
  return faqs.map((faq) => ({ ...faq, mark: 'kept' }));
}

function Faqs({ faqs }: { faqs: (SuggestedFaq | CurrentFaq)[] }) {
  return (
    <dl className="preview-faqs">
      {faqs.map((faq, index) => (
        <div key={index} className={`preview-faq-${faq.mark}`}>
          <dt>
            {faq.mark === 'removed' ? <del>{faq.question}</del> : <span>{faq.question}</span>}
            <Mark mark={faq.mark} />
          </dt>
          <dd>{answerOf(faq)}</dd>
        </div>
      ))}
    </dl>
  );
}

function answerOf(faq: SuggestedFaq | CurrentFaq): ReactNode {
  if (faq.mark !== 'changed') return faq.answer;
  if ('before' in faq) return <MarkedText before={faq.before} after={faq.answer} side="after" />;
  return <MarkedText before={faq.answer} after={faq.after} side="before" />;
}

function Chips({ text }: { text: string }) {
  return (
    <ul className="preview-chips">
      {linesOf(text).map((keyword) => (
        <li key={keyword}>{keyword}</li>
      ))}
    </ul>
  );
}

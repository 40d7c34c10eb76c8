import { parseFaqs, type Faq } from '@gmb-moments/backend/contract/faqs';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { TagList } from '../../ui/tag-list';
import { linesOf } from './sections';

interface Props {
  section: Section;
  text: string;
  /** Shown if the text is empty. */
  none: string;
}

/** The text of a section for reading: keywords as tags, FAQs as questions with answers. */
export function SectionContent({ section, text, none }: Props) {
  return (
    <div dir="auto" className="anywhere pre-line">
      {text.trim() === '' ? <span className="muted">{none}</span> : contentOf(section, text)}
    </div>
  );
}

function contentOf(section: Section, text: string) {
  if (section === 'keywords') return <TagList tags={linesOf(text)} />;
  const faqs = section === 'faqs' ? parseFaqs(text) : null;
  return faqs ? <FaqList faqs={faqs} /> : text.trim();
}

/** A list of questions with answers. */
export function FaqList({ faqs }: { faqs: Faq[] }) {
  return (
    <dl className="grid gap-12">
      {faqs.map(({ question, answer }, index) => (
        <div key={index} className="grid gap-2 anywhere">
          <dt className="semibold">{question}</dt>
          <dd className="pre-line">{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

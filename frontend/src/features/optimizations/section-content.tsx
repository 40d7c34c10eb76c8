import { parseFaqs, type Faq } from '@gmb-moments/backend/contract/faqs';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Flex, Tag, Typography } from 'antd';
import { linesOf } from './sections';

interface Props {
  section: Section;
  text: string;
  /** Shown if there is no text. */
  none: string;
}

/** The text of a section to be read: keywords as badges, FAQs as questions with their answers. */
export function SectionContent({ section, text, none }: Props) {
  return (
    <div dir="auto" className="anywhere pre-line">
      {text.trim() === '' ? <Typography.Text type="secondary">{none}</Typography.Text> : contentOf(section, text)}
    </div>
  );
}

function contentOf(section: Section, text: string) {
  if (section === 'keywords') return <KeywordList keywords={linesOf(text)} />;
  const faqs = section === 'faqs' ? parseFaqs(text) : null;
  return faqs ? <FaqList faqs={faqs} /> : text.trim();
}

/** Keywords as badges. */
export function KeywordList({ keywords }: { keywords: string[] }) {
  return (
    <Flex wrap gap={4} component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {[...new Set(keywords)].map((keyword) => (
        <li key={keyword} style={{ maxWidth: '100%' }}>
          <Tag style={{ margin: 0, maxWidth: '100%', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{keyword}</Tag>
        </li>
      ))}
    </Flex>
  );
}

/** Questions with their answers. */
export function FaqList({ faqs }: { faqs: Faq[] }) {
  return (
    <dl style={{ display: 'grid', gap: 12, margin: 0 }}>
      {faqs.map(({ question, answer }, index) => (
        <div key={index} style={{ overflowWrap: 'anywhere' }}>
          <dt style={{ fontWeight: 600 }}>{question}</dt>
          <dd style={{ margin: '2px 0 0', whiteSpace: 'pre-line' }}>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

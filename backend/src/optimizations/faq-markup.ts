import type { Faq } from '../contract/faqs.js';

/** Questions and answers as HTML for a website: headings and paragraphs. All texts are escaped. */
export function faqHtml(faqs: Faq[]): string {
  const paragraphs = (answer: string) => answer.split(/\n+/u).map((line) => `<p>${escapeHtml(line)}</p>`);
  return faqs
    .map(({ question, answer }) => [`<h3>${escapeHtml(question)}</h3>`, ...paragraphs(answer)].join('\n'))
    .join('\n\n');
}

/**
 * A `FAQPage` (https://schema.org/FAQPage) as a script element for the head of a website. `<` is escaped, so that no
 * answer can close the element.
 */
export function faqJsonLd(faqs: Faq[]): string {
  const page = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  const json = JSON.stringify(page, null, 2).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">\n${json}\n</script>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/gu, (character) => ENTITIES[character]!);
}

/** FAQs as they are written in one text field. Free of framework code: the frontend imports these values at run time. */

/** A question and its answer. */
export interface Faq {
  question: string;
  answer: string;
}

/** The two allowed forms of FAQs, for error messages. */
export const FAQ_FORMS = 'a JSON array of {"question", "answer"}, or lines that begin with Q: and A:';

/**
 * Reads FAQs from a JSON array of questions and answers, or from lines that begin with `Q:` and `A:`.
 * @returns an empty list for a blank text; `null` when the text is neither form, or a question or an answer is missing
 */
export function parseFaqs(text: string): Faq[] | null {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const faqs = trimmed.startsWith('[') ? fromJson(trimmed) : fromLines(trimmed);
  return faqs?.every(({ question, answer }) => question !== '' && answer !== '') ? faqs : null;
}

/** The form in which suggested FAQs are kept. */
export function writeFaqs(faqs: Faq[]): string {
  return faqs.length > 0 ? JSON.stringify(faqs, null, 2) : '';
}

function fromJson(text: string): Faq[] | null {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.map(faqOf) : null;
  } catch {
    return null;
  }
}

function faqOf(entry: unknown): Faq {
  const { question, answer } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  return { question: textOf(question), answer: textOf(answer) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** A new `Q:` begins a pair; everything behind `A:` up to the next `Q:` is its answer. Both may stand on one line. */
function fromLines(text: string): Faq[] | null {
  const marked = text.replace(/(\S)[ \t]+(A:)/gu, '$1\n$2');
  const [before, ...pairs] = marked.split(/^[ \t]*Q:/imu);
  if (before?.trim() !== '' || pairs.length === 0) return null;
  return pairs.map((pair) => {
    const [question = '', ...answers] = pair.split(/^[ \t]*A:/imu);
    return { question: oneLine(question), answer: answers.join(' ').trim() };
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

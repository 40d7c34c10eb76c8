import type { MailContent, MailQuote } from './mail-content.js';

/** The plain text of a mail. */
export function drawText(content: MailContent, stop: { text: string; url: string } | null): string {
  const { heading, progress, texts, quotes = [], links = [], button, hint, footer } = content;
  const parts = [
    heading,
    progress?.text,
    ...texts,
    ...quotes.map(quoted),
    ...links.map(({ text, detail, address }) => `${text}\n${detail}\n${address}`),
    button && `${button.text}:\n${button.address}`,
    hint,
    // Mail programs treat what follows this line as a signature.
    ['-- ', ...footer, stop && `${stop.text}: ${stop.url}`].filter(Boolean).join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function quoted({ name, feedback, answer }: MailQuote): string {
  const words = feedback && `> ${feedback.replaceAll(/\r?\n/g, '\n> ')}`;
  return [`${name}:`, words, answer && `${answer.label}: ${answer.text}`].filter(Boolean).join('\n');
}

import { edgeOf, textOn } from '../contract/contrast.js';
import { directionOf, type Language } from '../contract/languages.js';
import type { MailPicture } from '../platform/mail/mailer.js';
import type { MailContent, MailQuote } from './mail-content.js';

/*
 * The HTML of all mails: tables, attributes and inline styles, because Outlook renders with Word, and Gmail removes
 * unknown CSS. All texts are escaped. Dark mode is a style sheet in the head, for the mail programs that support it.
 */

/** Pixels of the content on a wide screen. */
export const CONTENT_PX = 520;
const GAP_PX = 8;

const LIGHT = {
  ground: '#ffffff',
  text: '#16181d',
  text2: '#3f434b',
  text3: '#666a73',
  line: '#e3e4e8',
  tile: '#f1f2f4',
};
const DARK = {
  ground: '#17181c',
  text: '#f3f4f6',
  text2: '#cdd0d6',
  text3: '#9da1aa',
  line: '#34373e',
  tile: '#26282e',
};
const FONT = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** The input of `drawHtml`. */
export interface MailToDraw {
  language: Language;
  content: MailContent;
  /** `null` for a brand without a logo. */
  logo: MailPicture | null;
  /** In the order of `content.photos.shown`; `null` if the file is gone. */
  photos: (MailPicture | null)[];
  stop: { text: string; url: string } | null;
  /** The text before the button's URL in the footer. */
  opens: string;
}

export function drawHtml(mail: MailToDraw): string {
  const { language, content } = mail;
  const { brand, button, heading, texts, progress, hint, footer } = content;
  const direction = directionOf(language);
  const start = direction === 'rtl' ? 'right' : 'left';
  const rows = [
    row(brandRow(mail, start)),
    row(
      `<h1 class="t1" style="margin:0;font-size:22px;line-height:29px;font-weight:700;color:${LIGHT.text}">${lines(heading)}</h1>`,
      24,
    ),
    progress && row(progressBar(progress, brand.primaryColor), 16),
    ...texts.map((text) => row(paragraph(text, 15, 22, 't2', LIGHT.text2), 12)),
    content.photos && content.photos.shown.length > 0 && row(photoRow(mail), 16),
    content.quotes && content.quotes.length > 0 && row(quotes(content.quotes, start), 16),
    content.links && row(links(content.links), 8),
    button && row(buttonOf(button, brand.primaryColor), 16),
    hint && row(paragraph(hint, 14, 20, 't2', LIGHT.text2, 'center'), 12, 'center'),
    row(
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="line" height="1" bgcolor="${LIGHT.line}" style="height:1px;font-size:0;line-height:0">&nbsp;</td></tr></table>`,
      28,
    ),
    row(footerOf(mail, footer), 16),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${direction}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(content.subject)}</title>
<style>
:root{color-scheme:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
table{border-collapse:separate}
a{text-decoration:none}
${darkRules('@media (prefers-color-scheme:dark)', brand.primaryColor)}
</style>
</head>
<body class="ground" bgcolor="${LIGHT.ground}" style="margin:0;padding:0;background:${LIGHT.ground};font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview(content))}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" bgcolor="${LIGHT.ground}" dir="${direction}"><tr><td align="center" style="padding:24px 20px">
<!--[if mso]><table role="presentation" width="${CONTENT_PX}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${CONTENT_PX}px;font-family:${FONT};text-align:${start}">
${rows.filter(Boolean).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** The preview text that mail programs show beside the subject. */
function preview({ texts, hint, heading }: MailContent): string {
  return [...texts, hint, heading].find(Boolean)!.replaceAll(/\s+/gu, ' ').slice(0, 140);
}

function row(html: string, above = 0, align = ''): string {
  return `<tr><td${align && ` align="${align}"`} style="padding-top:${above}px">${html}</td></tr>`;
}

function brandRow({ content: { brand }, logo }: MailToDraw, start: string): string {
  const mark = logo
    ? `<td width="36"><img src="cid:${logo.cid}" width="36" height="36" alt="" style="display:block;border:0;border-radius:8px"></td>`
    : `<td class="button" width="36" height="36" align="center" bgcolor="${brand.primaryColor}" style="border-radius:8px;border:1px solid ${edgeOf(brand.primaryColor, LIGHT.ground)};font-size:17px;font-weight:700;color:${textOn(brand.primaryColor)}">${escaped(initial(brand.name))}</td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${mark}<td class="t1" dir="auto" style="padding-${start}:10px;font-size:15px;font-weight:600;color:${LIGHT.text}">${escaped(brand.name)}</td></tr></table>`;
}

function paragraph(text: string, size: number, height: number, name: string, color: string, align = ''): string {
  const style = `margin:0;font-size:${size}px;line-height:${height}px;color:${color}${align && `;text-align:${align}`}`;
  return `<p class="${name}" dir="auto" style="${style}">${lines(text)}</p>`;
}

function progressBar({ part, text }: { part: number; text: string }, color: string): string {
  const percent = Math.max(2, Math.min(98, Math.round(part * 100)));
  const cell = (width: number, name: string, fill: string) =>
    `<td${name && ` class="${name}"`} width="${width}%" height="6" bgcolor="${fill}" style="height:6px;font-size:0;line-height:0">&nbsp;</td>`;
  const bar = `<table role="presentation" class="tile" width="100%" cellpadding="0" cellspacing="0" style="border-radius:3px;overflow:hidden"><tr>${cell(percent, 'bar', edgeOf(color, LIGHT.ground))}${cell(100 - percent, 'tile', LIGHT.tile)}</tr></table>`;
  return `${bar}<p class="t2" style="margin:8px 0 0;font-size:14px;line-height:20px;color:${LIGHT.text2}">${escaped(text)}</p>`;
}

function photoRow({ content, photos }: MailToDraw): string {
  const { shown, more } = content.photos!;
  const columns = shown.length + (more > 0 ? 1 : 0);
  const width = Math.floor((CONTENT_PX - (columns - 1) * GAP_PX) / columns);
  const cells = shown.map(
    ({ title }, index) => `<td valign="middle">${photo(escaped(title), photos[index] ?? null, width)}</td>`,
  );
  if (more > 0) {
    cells.push(
      `<td class="tile t2" align="center" valign="middle" bgcolor="${LIGHT.tile}" style="border-radius:8px;font-size:16px;font-weight:600;color:${LIGHT.text2}" dir="ltr">+${more}</td>`,
    );
  }
  const gap = `<td width="${GAP_PX}" style="width:${GAP_PX}px;font-size:0;line-height:0">&nbsp;</td>`;
  // Fixed layout, so that columns have the same width even if pictures are not loaded.
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr>${cells.join(gap)}</tr></table>`;
}

function photo(alt: string, picture: MailPicture | null, width: number): string {
  const font = `font-size:12px;line-height:16px;color:${LIGHT.text2}`;
  if (!picture) return `<span class="t2" style="${font}">${alt}</span>`;
  return `<img src="cid:${picture.cid}" width="${width}" alt="${alt}" class="t2" style="display:block;width:100%;height:auto;border:0;border-radius:8px;${font}">`;
}

function quotes(all: MailQuote[], start: string): string {
  const line = (html: string, name: 't1' | 't3', size: number, color: string) =>
    html &&
    `<p class="${name}" dir="auto" style="margin:2px 0 0;font-size:${size}px;line-height:${size + 6}px;color:${color}">${html}</p>`;
  return all
    .map(({ name, feedback, answer }) => {
      const words = [
        line(escaped(name), 't3', 13, LIGHT.text3),
        line(lines(feedback), 't1', 15, LIGHT.text),
        answer && line(escaped(answer.label), 't3', 13, LIGHT.text3),
        answer && line(lines(answer.text), 't1', 15, LIGHT.text),
      ];
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-bottom:10px"><tr><td class="edge" style="border-${start}:3px solid ${LIGHT.line};padding-${start}:12px">${words.filter(Boolean).join('')}</td></tr></table>`;
    })
    .join('');
}

function links(all: { text: string; detail: string; address: string }[]): string {
  return all
    .map(
      ({ text, detail, address }) =>
        `<p style="margin:12px 0 0;font-size:15px;line-height:22px"><a class="t1" href="${escaped(address)}" dir="auto" style="color:${LIGHT.text};font-weight:600;text-decoration:underline">${escaped(text)}</a><br><span class="t2" style="font-size:14px;color:${LIGHT.text2}">${lines(detail)}</span></p>`,
    )
    .join('');
}

function buttonOf({ text, address }: { text: string; address: string }, color: string): string {
  const on = textOn(color);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="button" align="center" bgcolor="${color}" style="border-radius:8px;border:1px solid ${edgeOf(color, LIGHT.ground)};padding:14px 16px"><a href="${escaped(address)}" style="display:block;font-size:15px;line-height:20px;font-weight:600;color:${on}"><span style="color:${on}">${escaped(text)}</span></a></td></tr></table>`;
}

function footerOf({ content: { button }, stop, opens }: MailToDraw, footer: string[]): string {
  const small = (html: string) =>
    `<p class="t3" dir="auto" style="margin:0 0 4px;font-size:12px;line-height:18px;color:${LIGHT.text3}">${html}</p>`;
  const last = footer.at(-1) ?? '';
  const stopLink = stop
    ? ` <a class="t3" href="${escaped(stop.url)}" style="color:${LIGHT.text3};text-decoration:underline">${escaped(stop.text)}</a>`
    : '';
  const address = button
    ? small(
        `${escaped(opens)}<br><a class="t3" href="${escaped(button.address)}" dir="ltr" style="color:${LIGHT.text3};text-decoration:underline;word-break:break-all">${escaped(button.address)}</a>`,
      )
    : '';
  return [
    ...footer.slice(0, -1).map((line) => small(escaped(line))),
    small(`${escaped(last)}${stopLink}`),
    address,
  ].join('');
}

function darkRules(when: string, color: string): string {
  const edge = edgeOf(color, DARK.ground);
  return `${when}{
.ground{background:${DARK.ground}!important}
.t1{color:${DARK.text}!important}.t2{color:${DARK.text2}!important}.t3{color:${DARK.text3}!important}
.line,.tile{background:${DARK.tile}!important}
.bar{background:${edge}!important}
.edge{border-color:${DARK.line}!important}
.button{border-color:${edge}!important}
}`;
}

function initial(name: string): string {
  return [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toUpperCase() ?? '';
}

function lines(text: string): string {
  return escaped(text).replaceAll(/\r?\n/g, '<br>');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

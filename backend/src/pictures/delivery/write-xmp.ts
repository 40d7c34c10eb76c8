import type { PhotoTexts } from './photo-facts.js';

const NAMESPACES = {
  x: 'adobe:ns:meta/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  core: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
};
/** Characters that XML does not allow, not even escaped. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Returns the XMP packet of a delivered photo, with Dublin Core and fields of the IPTC photo metadata standard. */
export function writeXmp({ title, description, keywords, altText, place }: PhotoTexts): string {
  const fields = [
    alternatives('dc:title', title),
    alternatives('dc:description', description),
    keywords.length > 0 ? element('dc:subject', bag(keywords)) : '',
    title && element('photoshop:Headline', escapeXml(title)),
    place && element('Iptc4xmpCore:Location', escapeXml(place)),
    alternatives('Iptc4xmpCore:AltTextAccessibility', altText),
  ];
  const { x, rdf, dc, photoshop, core } = NAMESPACES;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    `<x:xmpmeta xmlns:x="${x}"><rdf:RDF xmlns:rdf="${rdf}">`,
    `<rdf:Description rdf:about="" xmlns:dc="${dc}" xmlns:photoshop="${photoshop}" xmlns:Iptc4xmpCore="${core}">`,
    ...fields.filter(Boolean),
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

/** A language alternative (`rdf:Alt`) with a text in the default language. */
function alternatives(name: string, text: string): string {
  return text && element(name, `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`);
}

function bag(words: string[]): string {
  return `<rdf:Bag>${words.map((word) => `<rdf:li>${escapeXml(word)}</rdf:li>`).join('')}</rdf:Bag>`;
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Keys whose values are technical, contact data or prices. */
const SKIPPED =
  /^"(?:@.*|url|sameAs|image|logo|photo|telephone|faxNumber|email|price|priceRange|lowPrice|highPrice|priceCurrency|latitude|longitude|geo|hasMap|target|urlTemplate|identifier|sku|gtin.*)"/u;

/**
 * Returns the readable texts of JSON-LD, without keys, types, links, pictures, prices and contact data. It may
 * contain several documents, and the last one may be cut off.
 */
export function jsonLdTexts(jsonLd: string): string[] {
  let key = '';
  const texts: string[] = [];
  for (const [token] of jsonLd.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|\d[\d.]*/gu)) {
    if (token.endsWith(':')) key = token;
    else if (!SKIPPED.test(key)) texts.push(textOf(token));
  }
  return texts;
}

function textOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replaceAll('"', '');
  }
}

/** Keys whose values people do not read, or that are contact data or prices. */
const SKIPPED =
  /^"(?:@.*|url|sameAs|image|logo|photo|telephone|faxNumber|email|price|priceRange|lowPrice|highPrice|priceCurrency|latitude|longitude|geo|hasMap|target|urlTemplate|identifier|sku|gtin.*)"/u;

/**
 * The texts of JSON-LD that people could read: no keys, types, links, pictures, prices or contact data. There may be
 * several documents, and the last one may be cut off.
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

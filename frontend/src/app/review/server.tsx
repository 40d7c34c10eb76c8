import type { Language } from '@gmb-moments/backend/contract/languages';
import type { RenderReview, ReviewContent } from '@gmb-moments/backend/contract/review';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  reviewBrandingQuery,
  reviewImagesQuery,
  reviewMomentQuery,
} from '../../features/public-review/images/images.api';
import { ImageReviewPage } from '../../features/public-review/images/image-review-page';
import { optimizationReviewQuery } from '../../features/public-review/sections/optimization-review.api';
import { OptimizationReviewPage } from '../../features/public-review/sections/optimization-review-page';
import { createQueryClient } from '../../lib/query-client';
import { ARABIC } from '../../lib/texts/ar';
import { GERMAN } from '../../lib/texts/de';
import { SPANISH } from '../../lib/texts/es';
import { FRENCH } from '../../lib/texts/fr';
import { ITALIAN } from '../../lib/texts/it';
import { DUTCH } from '../../lib/texts/nl';
import { PORTUGUESE } from '../../lib/texts/pt';
import { ENGLISH_TRANSLATOR, Translator } from '../../lib/texts/translator';
import { translatorQuery } from '../../lib/texts/language-provider';
import { answer, DRAWN_ID, ReviewDocument, type Drawn } from './document';
import { LinkPreview } from './link-preview';

const HTML = '<html lang="en">';
const TITLE = '<title>GMB Moments</title>';
const ROOT = '<div id="root"></div>';

/** All languages, because rendering on the server is synchronous. */
const SAY: Record<Language, Translator> = {
  en: ENGLISH_TRANSLATOR,
  de: new Translator('de', GERMAN),
  fr: new Translator('fr', FRENCH),
  es: new Translator('es', SPANISH),
  pt: new Translator('pt', PORTUGUESE),
  it: new Translator('it', ITALIAN),
  nl: new Translator('nl', DUTCH),
  ar: new Translator('ar', ARABIC),
};

/**
 * Renders a review page into its HTML template, with the JSON for hydration. The API imports this.
 * @throws Error if the template lacks an expected element
 */
export const render: RenderReview = (template, content, { link, isPhone, origin, language }) => {
  if (![HTML, TITLE, ROOT].every((place) => template.includes(place))) {
    throw new Error('The page has no place for its content.');
  }
  const t = SAY[language];
  const Page = content.kind === 'moment' ? ImageReviewPage : OptimizationReviewPage;
  const drawn: Drawn = { link, isPhone, language, answers: answersOf(content, link) };
  const client = createQueryClient();
  answer(client, drawn.answers);
  client.setQueryData(translatorQuery(language).queryKey, t);
  const html = renderToString(<ReviewDocument Page={Page} client={client} {...drawn} />);
  client.clear();
  const preview = renderToStaticMarkup(<LinkPreview t={t} content={content} origin={origin} />);
  // React puts elements of the head before the page's `div`.
  const start = html.indexOf('<div');
  const body = `<div id="root">${html.slice(start)}</div><script type="application/json" id="${DRAWN_ID}">${jsonOf(drawn)}</script>`;
  return template
    .replace(HTML, `<html lang="${language}" dir="${t.direction}">`)
    .replace(SAY.en.text('page.noScript'), t.text('page.noScript'))
    .replace(TITLE, () => html.slice(0, start) + preview)
    .replace(ROOT, () => body);
};

/** The data of the page's queries. */
function answersOf(content: ReviewContent, link: string): Drawn['answers'] {
  if (content.kind === 'optimization') return [[optimizationReviewQuery(link).queryKey, content.view]];
  return [
    [reviewMomentQuery(link).queryKey, content.view],
    [reviewImagesQuery(link).queryKey, content.images],
    [reviewBrandingQuery(link).queryKey, content.branding],
  ];
}

/** JSON without `<`, so that no text in it can end the script element. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewContent } from '@gmb-moments/backend/contract/review';
import type { Translator } from '../../lib/texts/translator';
import { titleOf } from '../../features/public-review/sections/sections';

/** Shown where there is no logo; it has no name on it, since it is also served on agencies' domains. */
const NEUTRAL_PICTURE = '/link-preview.png';

/**
 * What messengers show of a link to a review page (Open Graph): whose content it is and who asks, never a photo.
 * @param origin of the page, since the picture's address must be whole
 */
export function LinkPreview({ t, content, origin }: { t: Translator; content: ReviewContent; origin: string }) {
  const { title, agency, request } = content.kind === 'moment' ? ofMoment(t, content) : ofOptimization(t, content);
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={request(agency.name || DEFAULT_BRAND_NAME)} />
      <meta property="og:image" content={origin + (agency.logoUrl ?? NEUTRAL_PICTURE)} />
    </>
  );
}

function ofMoment(t: Translator, { view, images, branding }: Extract<ReviewContent, { kind: 'moment' }>) {
  const photos = images.length === 0 ? t.text('link.photos') : t.text('photos', { n: images.length });
  const client = view.client.business;
  return {
    title: view.moment.title,
    agency: branding.agency,
    request: (agency: string) => t.text('link.moment', { agency, photos, client }),
  };
}

function ofOptimization(t: Translator, { view }: Extract<ReviewContent, { kind: 'optimization' }>) {
  const client = view.optimization.businessName;
  return {
    title: titleOf(t, view),
    agency: view.branding,
    request: (agency: string) => t.text('link.optimization', { agency, client }),
  };
}

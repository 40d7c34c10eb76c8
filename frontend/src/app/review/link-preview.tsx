import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewContent } from '@gmb-moments/backend/contract/review';
import type { Translator } from '../../lib/texts/translator';
import { titleOf } from '../../features/public-review/sections/sections';

/** The picture of agencies without a logo. It shows no name, because agencies' domains serve it too. */
const NEUTRAL_PICTURE = '/link-preview.png';

/**
 * Open Graph tags, from which messengers build a preview of a link: title, request and logo, never a photo.
 * @param origin origin of the page, because Open Graph needs absolute URLs
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

import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewContent } from '@gmb-moments/backend/contract/review';
import { titleOf } from '../../features/public-review/sections/sections';

/** Shown where there is no logo; it has no name on it, since it is also served on agencies' domains. */
const NEUTRAL_PICTURE = '/link-preview.png';

/**
 * What messengers show of a link to a review page (Open Graph): whose content it is and who asks, never a photo.
 * @param origin of the page, since the picture's address must be whole
 */
export function LinkPreview({ content, origin }: { content: ReviewContent; origin: string }) {
  const { title, agency, what } = content.kind === 'moment' ? ofMoment(content) : ofOptimization(content);
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={`${agency.name || DEFAULT_BRAND_NAME} asks you to review ${what}`} />
      <meta property="og:image" content={origin + (agency.logoUrl ?? NEUTRAL_PICTURE)} />
    </>
  );
}

function ofMoment({ view, images, branding: { agency } }: Extract<ReviewContent, { kind: 'moment' }>) {
  const photos = images.length === 1 ? '1 photo' : `${images.length || ''} photos`.trim();
  return { title: view.moment.title, agency, what: `${photos} for ${view.client.business}` };
}

function ofOptimization({ view }: Extract<ReviewContent, { kind: 'optimization' }>) {
  const { businessName } = view.optimization;
  return { title: titleOf(view), agency: view.branding, what: `the new profile of ${businessName}` };
}

import type { FindingView } from '@gmb-moments/backend/contract/findings';

/** The findings about a photo that staff have not ignored. */
export function warningsOf({ findings }: { findings: FindingView[] }): FindingView[] {
  return findings.filter(({ isIgnored }) => !isIgnored);
}

/** A warning about a photo; `duplicateOf` names the photo that it is a copy of. */
export type Warning = Pick<FindingView, 'message' | 'duplicateOf'> & { kind: string };

/** The warning about a caption that is older than its photo's current file. */
export const CAPTION_OUTDATED: Warning = {
  kind: 'captionOutdated',
  message: 'This caption was written for the previous picture.',
  duplicateOf: null,
};

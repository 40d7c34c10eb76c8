import type { FindingView } from '@gmb-moments/backend/contract/findings';

/** What is found about a photo and not ignored. */
export function warningsOf({ findings }: { findings: FindingView[] }): FindingView[] {
  return findings.filter(({ isIgnored }) => !isIgnored);
}

/** Something to know about a photo, with the other one if it is a copy. */
export type Warning = Pick<FindingView, 'message' | 'duplicateOf'> & { kind: string };

/** Staff are warned of a caption that was there before its picture was replaced. */
export const CAPTION_OUTDATED: Warning = {
  kind: 'captionOutdated',
  message: 'This caption was written for the previous picture.',
  duplicateOf: null,
};

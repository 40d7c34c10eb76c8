import type { QueryClient } from '@tanstack/react-query';
import { HttpError, reasonOf } from '../../../lib/http';
import { toast, type ToastAction } from '../../../lib/toast';
import { takesNoMore, type Decision, type DecisionRules, type Tally } from '../shell/use-decisions';
import { decideSection, optimizationReviewQuery, undoSection } from './optimization-review.api';
import { isReady, type ShownSection } from './sections';

const FAILED = 'Failed to update approval status';

/** @param sections all that the page shows */
export function sectionRules(
  queryClient: QueryClient,
  publicLink: string,
  sections: ShownSection[],
): DecisionRules<ShownSection> {
  return {
    approve: ({ id, version, revision }) => decideSection(publicLink, id, { status: 'approved', version, revision }),
    reject: ({ id, version, revision }, feedback) =>
      decideSection(publicLink, id, { status: 'rejected', feedback, version, revision }),
    // The decision counted one more.
    undo: ({ id, version, revision }) => undoSection(publicLink, id, { version, revision: revision + 1 }),
    refresh: () => queryClient.invalidateQueries({ queryKey: optimizationReviewQuery(publicLink).queryKey }),
    isReady,
    draftOf: ({ id }) => `${publicLink}:${id}`,
    approved: 'Section approved successfully',
    explain,
    report: (tally, undo) => report(tally, undo, sections),
  };
}

function report({ total, approved, failed }: Tally<ShownSection>, undo: ToastAction, sections: ShownSection[]): void {
  const [first] = failed;
  const ready = sections.filter(isReady);
  if (!first && ready.length === sections.length)
    toast.success('All Approved', 'Successfully approved all sections', undo);
  else if (!first)
    toast.success(`Approved ${ready.length} of ${sections.length}`, 'The rest is still being prepared.', undo);
  else if (failed.every(({ error }) => error.status === 404)) explain(first.error, 'approve all', first.item);
  else toast.error(FAILED, [`${approved.length} of ${total} sections were approved.`, ...reasonsOf(failed)].join('\n'));
}

/** A sentence for each section, and one for all that came while the server took no more decisions. */
function reasonsOf(failed: Tally<ShownSection>['failed']): string[] {
  const tooFast = failed.find(({ error }) => takesNoMore(error))?.error.reason;
  const others = failed.filter(({ error }) => !takesNoMore(error)).map(sentenceOf);
  return tooFast ? [...others, tooFast] : others;
}

function sentenceOf({ item, error }: Tally<ShownSection>['failed'][number]): string {
  if (error.code === 'SECTION_CHANGED') return changed(item.name);
  if (error.code === 'SECTION_DECIDED') return decided(item.name);
  return error.code === 'SECTION_THROTTLED' ? error.reason : `${item.name}: ${error.reason}`;
}

/** A decision that came too late says so: nothing failed, the page was behind. */
function explain(error: Error, _decision: Decision, section?: ShownSection): void {
  const { status, code } = error instanceof HttpError ? error : {};
  const name = section?.name ?? '';
  if (code === 'SECTION_CHANGED') toast.info('Suggestion changed', changed(name));
  else if (code === 'SECTION_DECIDED') toast.info('Already decided', decided(name));
  else if (code === 'NO_SUGGESTION') toast.info('Suggestion withdrawn', `${name} is being prepared again.`);
  else if (code === 'DECISION_FINAL') toast.info('Decision stands', reasonOf(error));
  else if (status === 404) toast.error('Public link not found', 'The team has withdrawn this optimization.');
  else toast.error(FAILED, reasonOf(error));
}

function changed(name: string): string {
  return `The suggestion for ${name} was changed. Please look at the new version, then decide again.`;
}

function decided(name: string): string {
  return `Somebody else decided on ${name}. Please look at that decision; you can change it then.`;
}

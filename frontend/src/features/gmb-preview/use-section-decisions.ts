import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { approveEach, takesNoMore, type Tally } from '../review/approve-each';
import { dropDraft } from '../review/feedback-draft';
import { decideSection, previewQuery } from './preview.api';
import type { SectionState } from './preview-sections';

const FAILED = 'Failed to update approval status';

/** Approve, reject and approve all. Each stays pending until the page shows what came of it. */
export function useSectionDecisions(publicLink: string) {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const refresh = () => client.invalidateQueries({ queryKey: previewQuery(publicLink).queryKey });
  const approveOne = ({ section, version, revision }: SectionState) =>
    decideSection(publicLink, section, { status: 'approved', version, revision });

  const approve = useMutation({
    mutationFn: approveOne,
    onSuccess: () => toast.success('Approved', 'Section approved successfully'),
    onError: explain,
    onSettled: refresh,
  });
  const reject = useMutation({
    mutationFn: ({ section, version, revision, feedback }: SectionState) =>
      decideSection(publicLink, section, { status: 'rejected', feedback, version, revision }),
    onSuccess: (_answer, { section }) => {
      dropDraft(draftOf(publicLink, section));
      toast.success('Feedback Submitted', 'The team will make revisions based on your feedback');
    },
    onError: explain,
    onSettled: refresh,
  });
  const approveAll = useMutation({
    mutationFn: (sections: SectionState[]) => approveEach(sections, approveOne, setDone),
    onMutate: () => setDone(0),
    onSuccess: report,
    onError: (error) => toast.error(FAILED, reasonOf(error)),
    onSettled: refresh,
  });
  return { approve, reject, approveAll, approvedSoFar: done };
}

/** Name that unsent feedback on a section is kept under. */
export function draftOf(publicLink: string, section: string): string {
  return `${publicLink}:${section}`;
}

function report({ total, approved, failed }: Tally<SectionState>): void {
  const [first] = failed;
  if (!first) toast.success('All Approved', 'Successfully approved all sections');
  else if (failed.every(({ error }) => error.status === 404)) explain(first.error, first.item);
  else toast.error(FAILED, [`${approved} of ${total} sections were approved.`, ...reasonsOf(failed)].join('\n'));
}

/** A sentence for each section, and one for all that came while the server took no more decisions. */
function reasonsOf(failed: Tally<SectionState>['failed']): string[] {
  const tooFast = failed.find(({ error }) => takesNoMore(error))?.error.reason;
  const others = failed.filter(({ error }) => !takesNoMore(error)).map(sentenceOf);
  return tooFast ? [...others, tooFast] : others;
}

function sentenceOf({ item, error }: Tally<SectionState>['failed'][number]): string {
  if (error.code === 'SECTION_CHANGED') return changed(item);
  if (error.code === 'SECTION_DECIDED') return decided(item);
  return error.code === 'SECTION_THROTTLED' ? error.reason : `${item.name}: ${error.reason}`;
}

/** A decision that came too late says so: nothing failed, the page was behind. */
function explain(error: Error, state: SectionState): void {
  const { status, code } = error instanceof HttpError ? error : {};
  if (code === 'SECTION_CHANGED') toast.info('Suggestion changed', changed(state));
  else if (code === 'SECTION_DECIDED') toast.info('Already decided', decided(state));
  else if (code === 'NO_SUGGESTION') toast.info('Suggestion withdrawn', `${state.name} is being prepared anew.`);
  else if (status === 404) toast.error('Public link not found', 'The team has withdrawn this optimization.');
  else toast.error(FAILED, reasonOf(error));
}

function changed({ name }: SectionState): string {
  return `The suggestion for ${name} was changed. Please look at the new version, then decide again.`;
}

function decided({ name }: SectionState): string {
  return `Somebody else decided on ${name}. Please look at that decision; you can change it then.`;
}

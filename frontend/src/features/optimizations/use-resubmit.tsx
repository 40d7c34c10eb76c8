import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { optimizationLists, optimizationQuery, resubmitSection } from '../../records/optimizations';
import { ResubmitDialog } from '../../ui/resubmit-dialog';
import { suggestionText } from './sections';

interface Resubmit {
  isPending: boolean;
  begin: () => void;
  /** The dialog that asks for an answer; falsy while it is closed. */
  dialog: ReactNode;
}

/** Resubmits a rejected section, with its draft if there is one. Asks for an answer if the text is unchanged. */
export function useResubmit(optimization: OptimizationView, section: Section): Resubmit {
  const { id, sectionDrafts, sectionReplies } = optimization;
  const draft = sectionDrafts[section];
  const isSame = draft === null || draft === suggestionText(optimization, section);
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useToastMutation({
    mutationFn: (reply: string) => resubmitSection(id, section, reply),
    success: ['Resubmitted', isSame ? 'The client is asked again' : 'The client sees the new text'],
    failure: (error) => ['Failed to save changes', reasonOf(error)],
    refresh: [optimizationQuery(id), optimizationLists],
    onSuccess: () => setAsking(false),
  });
  return {
    isPending,
    begin: () => (isSame && sectionReplies[section] === '' ? setAsking(true) : mutate('')),
    dialog: isAsking && (
      <ResubmitDialog
        unanswered={[{ name: SECTION_NAMES[section], feedback: optimization[`${section}Feedback`] }]}
        needsAnswer={draft === null}
        isPending={isPending}
        onResubmit={mutate}
        onClose={() => setAsking(false)}
      />
    ),
  };
}

import { FeedbackDialog } from '../review/feedback-dialog';
import { isReady, type SectionState } from './preview-sections';
import { cardId } from './section-card';
import { draftOf } from './use-section-decisions';

interface PreviewFeedbackDialogProps {
  publicLink: string;
  /** The section as it stands now; its suggestion may change while the reviewer writes. */
  state: SectionState;
  /** The section as the reviewer wanted to reject it. */
  opened: SectionState;
  sending: 'yes' | 'no';
  onSubmit: (feedback: string) => void;
  onClose: () => void;
}

/** Asks what should be different about a section. Who rejected it before goes on from what was said. */
export function PreviewFeedbackDialog(props: PreviewFeedbackDialogProps) {
  const { publicLink, state, opened, sending, onSubmit, onClose } = props;
  const ready = isReady(state) ? 'ready' : 'refused';
  return (
    <FeedbackDialog
      title="Provide Feedback"
      text={`What should the team change in the suggestion for ${state.name}?`}
      draft={draftOf(publicLink, state.section)}
      initial={state.approval === 'rejected' ? state.feedback : ''}
      meanwhile={meanwhile(state, opened)}
      state={sending === 'yes' ? 'sending' : ready}
      returnTo={cardId(state)}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}

function meanwhile(state: SectionState, opened: SectionState): string {
  if (!isReady(state)) return 'The team has withdrawn this suggestion in the meantime.';
  if (state.version !== opened.version)
    return 'The team has changed this suggestion in the meantime. Your feedback goes to the new version.';
  if (state.revision === opened.revision) return '';
  const decision =
    state.approval === 'rejected'
      ? `rejected this suggestion in the meantime: “${state.feedback}”`
      : 'approved this suggestion in the meantime';
  return `Somebody else has ${decision}. Your feedback replaces that.`;
}

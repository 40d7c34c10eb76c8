import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { approvalOf, SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { Input } from 'antd';
import { useState } from 'react';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { LabelledField } from '../../ui/labelled-field';
import { messageOf } from '../../lib/http';
import { atMost } from '../../lib/characters';
import { Note } from './optimization-notes';
import { HandwrittenText } from './section-notes';
import type { Generation } from './use-generation';

interface Props {
  section: Section;
  optimization: OptimizationView;
  hasUnsavedEdits: boolean;
  regenerate: Generation['regenerate'];
  open: boolean;
  onClose: () => void;
}

/** Requests a new suggestion, with an optional instruction, which stays in the field if sending fails. */
export function RegenerateDialog({ section, optimization, hasUnsavedEdits, regenerate, open, onClose }: Props) {
  const [feedback, setFeedback] = useState('');
  const send = () =>
    regenerate.mutate(
      { section, feedback: feedback.trim() },
      {
        onSuccess: () => {
          setFeedback('');
          onClose();
        },
      },
    );
  const isOurs = regenerate.variables?.section === section;
  const isPending = isOurs && regenerate.isPending;
  const cancel = () => {
    regenerate.reset();
    onClose();
  };
  if (!open) return null;
  return (
    <Dialog
      title={`Regenerate ${SECTION_NAMES[section]}`}
      isBusy={isPending}
      onClose={cancel}
      footer={<DialogButtons submitText="Regenerate" isPending={isPending} onSubmit={send} onCancel={cancel} />}
    >
      <div className="column gap-12">
        {isOurs && regenerate.error && <Note type="error" title={messageOf(regenerate.error)} />}
        <Warnings section={section} optimization={optimization} hasUnsavedEdits={hasUnsavedEdits} />
        <LabelledField label="Feedback (optional)">
          {(id) => (
            <Input.TextArea
              data-autofocus
              id={id}
              rows={4}
              count={atMost(FEEDBACK_MAX)}
              value={feedback}
              readOnly={isPending}
              onChange={(event) => setFeedback(event.target.value)}
              placeholder="What should be different?"
            />
          )}
        </LabelledField>
      </div>
    </Dialog>
  );
}

function Warnings({
  section,
  optimization,
  hasUnsavedEdits,
}: Pick<Props, 'section' | 'optimization' | 'hasUnsavedEdits'>) {
  const clientFeedback = optimization[`${section}Feedback`];
  return (
    <>
      {hasUnsavedEdits && (
        <Note
          type="warning"
          title="You have unsaved edits in this section"
          description="They stay in the editor. When the new suggestion is there, you choose which of the two to keep."
        />
      )}
      <HandwrittenText optimization={optimization} section={section} />
      {approvalOf(optimization, section) === 'approved' && (
        <Note type="info" title="The client approved this section. A new suggestion sets it back to Pending Review." />
      )}
      {clientFeedback && (
        <p className="muted pre-line anywhere">The client’s feedback is taken into account: “{clientFeedback}”</p>
      )}
    </>
  );
}

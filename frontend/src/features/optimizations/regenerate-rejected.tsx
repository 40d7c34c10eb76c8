import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { useState } from 'react';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { SparklesIcon } from '../../ui/icons';
import { Note } from './optimization-notes';
import { HandwrittenText } from './section-notes';
import type { Generation } from './use-generation';

interface Props {
  optimization: OptimizationView;
  /** The rejected sections. */
  rejected: Section[];
  generation: Generation;
}

/** Regenerates all rejected sections after a confirmation that lists them. */
export function RegenerateRejected({ optimization, rejected, generation }: Props) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const regenerate = (asDraft: boolean) => () => {
    close();
    void generation.regenerateEach(rejected, { asDraft });
  };
  return (
    <>
      <Button type="primary" icon={<SparklesIcon />} disabled={generation.isBusy} onClick={() => setAsking(true)}>
        Regenerate rejected ({rejected.length})
      </Button>
      {isAsking && (
        <Dialog
          title={
            rejected.length === 1
              ? 'Regenerate 1 rejected section?'
              : `Regenerate ${rejected.length} rejected sections?`
          }
          isLong
          onClose={close}
          footer={
            <>
              <Button onClick={regenerate(true)}>As drafts</Button>
              <DialogButtons submitText="Regenerate" cancelFirst onSubmit={regenerate(false)} onCancel={close} />
            </>
          }
        >
          <div className="column gap-16">
            <Note
              type="warning"
              title="The client sees the new texts at once."
              description="Drafts are shown to the client once you resubmit them."
            />
            {rejected.map((section) => (
              <div key={section}>
                <strong>{SECTION_NAMES[section]}</strong>
                {optimization[`${section}Feedback`] && (
                  <p className="muted pre-line">Client feedback: “{optimization[`${section}Feedback`]}”</p>
                )}
                <HandwrittenText optimization={optimization} section={section} />
              </div>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

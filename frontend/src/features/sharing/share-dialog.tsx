import type { SharingView } from '@gmb-moments/backend/contract/links';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useToastMutation } from '../../lib/toast-mutation';
import { Dialog } from '../../ui/dialog';
import { CopyButton } from '../../ui/copy-button';
import { LinkIcon, SendIcon } from '../../ui/icons';
import { useLeaveGuard } from '../../ui/leave-guard';
import { Loading, QueryView } from '../../ui/placeholders';
import { useEdits } from '../../ui/use-edits';
import { recipientsOf, newDraft, passcodeProblem, rowsOf, shareBody, type ShareRow } from './share-draft';
import styles from './share-dialog.module.css';
import { ShareLinks } from './share-links';
import { ShareMessage, ShareOptions } from './share-options';
import { SharePreview } from './share-preview';
import { ShareRecipients } from './share-recipients';
import type { ShareProps } from '../../records/dialogs';
import { queriesShowingShare, useOpenLink } from '../../records/open-link';
import { isReview, type ReviewRef } from '../../records/reviews';
import { reviewersQuery, share, sharingQuery, type Shared } from '../../records/sharing';
import { countText } from '../../lib/count-text';

interface Props extends ShareProps {
  /** Id of the only reviewer who is chosen initially; without it, all are. */
  only?: string;
  onClose: () => void;
}

const NO_ROWS: ShareRow[] = [];

/** The dialog that gives reviewers links of their own. Mount it to open it. */
export function ShareDialog({ shared, notice, confirmCopy, copyToasts, only, onClose }: Props) {
  const reviewers = useQuery(reviewersQuery(shared.clientId));
  const sharing = useQuery(sharingQuery(shared));
  const [isSubmitted, setSubmitted] = useState(false);
  const { make, made } = useMakeLinks(shared);
  const edits = useEdits({ values: newDraft(only) }, make);
  const draft = edits.values;
  const isWritten = draft.passcode !== null || draft.message.trim() !== '';
  const { confirmLeave, guard } = useLeaveGuard(() => isWritten && !made);
  const all = reviewers.data && sharing.data ? rowsOf(reviewers.data, sharing.data, draft) : NO_ROWS;
  const rows = all.filter(({ isListed }) => isListed);
  const problem = passcodeProblem(draft);
  const submit = () => {
    setSubmitted(true);
    if (!problem) edits.submit(() => make.mutate({ rows, body: shareBody(rows, draft) }));
  };
  return (
    <Dialog
      title={
        <>
          <span dir="auto">Share {shared.title}</span>{' '}
          <span className={`muted ${styles['about']}`}>{`${shared.business} · ${shared.amount}`}</span>
        </>
      }
      width={made ? 720 : 1040}
      isLong
      isBusy={make.isPending}
      onClose={() => confirmLeave(onClose)}
      footer={
        made ? (
          <Button type="primary" data-autofocus onClick={onClose}>
            Done
          </Button>
        ) : (
          <div className={`row wrap ${styles['footer']}`}>
            {isReview(shared) && <CopyOpenLink review={shared} confirmCopy={confirmCopy} copyToasts={copyToasts} />}
            <span className={`fill muted ${styles['each']}`}>{rows.length > 0 && 'Each gets their own link'}</span>
            <Button
              type="primary"
              icon={<SendIcon />}
              disabled={rows.length === 0}
              loading={make.isPending}
              onClick={submit}
            >
              {submitText(rows, sharing.data)}
            </Button>
          </div>
        )
      }
    >
      {made ? (
        <ShareLinks links={made} isMailed={Boolean(sharing.data?.sendsMails)} title={shared.title} draft={draft} />
      ) : (
        <QueryView query={reviewers} failed="The reviewers could not be loaded" loading={<DialogSkeleton />}>
          {() => (
            <QueryView query={sharing} failed="The links could not be loaded" loading={<DialogSkeleton />}>
              {() => (
                <div className={`stack ${styles['columns']}`}>
                  <div className={`stack gap-16 ${styles['fields']}`}>
                    <ShareRecipients clientId={shared.clientId} rows={all} draft={draft} onChange={edits.edit} />
                    <ShareMessage value={draft.message} rows={rows} onChange={(message) => edits.edit({ message })} />
                    <ShareOptions
                      hasDueDay={isReview(shared)}
                      rows={rows}
                      sharing={sharing.data!}
                      draft={draft}
                      problem={isSubmitted ? problem : null}
                      onChange={edits.edit}
                    />
                    {notice}
                  </div>
                  <SharePreview rows={rows} message={draft.message} />
                </div>
              )}
            </QueryView>
          )}
        </QueryView>
      )}
      {guard}
    </Dialog>
  );
}

/** A mutation that creates the links, and resolves with those of the chosen reviewers. */
function useMakeLinks(shared: Shared) {
  const queryClient = useQueryClient();
  const make = useToastMutation({
    mutationFn: ({ body }: { rows: ShareRow[]; body: ReturnType<typeof shareBody> }) => share(shared, body),
    onSuccess: (made: SharingView) => {
      queryClient.setQueryData(sharingQuery(shared).queryKey, made);
    },
    refresh: isReview(shared) ? queriesShowingShare(shared) : [reviewersQuery(shared.clientId)],
  });
  const chosen = new Set(make.variables?.rows.map(({ reviewer }) => reviewer.id));
  return { make, made: make.data?.links.filter(({ reviewer }) => chosen.has(reviewer.id)) };
}

/** The button that copies the open link. */
function CopyOpenLink({
  review,
  confirmCopy,
  copyToasts,
}: { review: ReviewRef } & Pick<Props, 'confirmCopy' | 'copyToasts'>) {
  const { url, onCopied, isClosed, isDisabled } = useOpenLink(review, copyToasts);
  if (isClosed) return 'The open link is closed';
  return (
    <CopyButton
      type="text"
      text={url}
      disabled={isDisabled}
      copyIcon={<LinkIcon />}
      onCopied={onCopied}
      confirmCopy={confirmCopy}
    >
      Copy open link
    </CopyButton>
  );
}

/** The label of the submit button. Reviewers with a link keep it. */
function submitText(rows: ShareRow[], sharing: SharingView | undefined): string {
  const mailed = sharing ? recipientsOf(rows, sharing).length : 0;
  if (mailed > 0) return `Send to ${countText(mailed, 'reviewer')}`;
  const count = rows.filter(({ link }) => !link).length;
  if (count === 0 && rows.length > 0) return rows.length === 1 ? 'Share again' : `Share again with ${rows.length}`;
  return `Create ${countText(count, 'link')}`;
}

function DialogSkeleton() {
  return (
    <Loading label="Loading the reviewers">
      <div className={`stack ${styles['columns']}`}>
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    </Loading>
  );
}

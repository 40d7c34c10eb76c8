import type { DeliverableView, DeliveryView } from '@gmb-moments/backend/contract/deliveries';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { CheckIcon, DownloadIcon } from '../../ui/icons';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import {
  createDelivery,
  deliverablesQuery,
  deliveryQuery,
  hasDeliveryEnded,
  markDelivered,
  zipAddress,
  type ApprovalDays as ApprovalDayFields,
  type DeliverySource,
} from '../../records/deliveries';
import { DeliveredFiles } from './delivered-files';
import { DeliveryOptions, sizeText } from './delivery-options';
import styles from './deliver-dialog.module.css';
import { useDeliveryDraft, type DeliveryDraft } from './use-delivery-draft';
import { WrittenFile } from './written-file';
import { countText } from '../../lib/count-text';

interface Props {
  source: DeliverySource;
  onClose: () => void;
}

/**
 * Previews and downloads a delivery: the approved photos of moments, or of a client by day of approval. Mount it to
 * open it.
 */
export function DeliverDialog({ source, onClose }: Props) {
  const [days, setDays] = useState<ApprovalDayFields>({ from: '', to: '' });
  const query = useQuery({ ...deliverablesQuery(source, days), placeholderData: keepPreviousData });
  const draft = useDeliveryDraft(query.data);
  const { deliver, delivery, isSending } = useDelivery(source, onClose);
  const mark = useToastMutation({
    mutationFn: () => markDelivered([...new Set(draft.photos.map(({ momentId }) => momentId))]),
    success: ['Marked as delivered', source.title],
    onSuccess: onClose,
  });
  const count = draft.photos.length;
  return (
    <Dialog
      title={
        <>
          Deliver {countText(count, 'approved photo')}{' '}
          <bdi className={`muted ${styles['source']}`}>
            {[source.title, source.business].filter(Boolean).join(' · ')}
          </bdi>
        </>
      }
      width={1112}
      isLong
      onClose={onClose}
      footer={
        <div className={`row wrap gap-8 ${styles['footer']}`}>
          <CopyButton type="text" text={captionsOf(draft)} disabled={draft.chosen.length === 0}>
            Copy captions
          </CopyButton>
          {source.subject === 'moments' && count > 0 && (
            <Button type="text" icon={<CheckIcon />} loading={mark.isPending} onClick={() => mark.mutate()}>
              Mark as delivered
            </Button>
          )}
          <span className={`fill muted ${styles['effect']}`}>
            {isSending ? 'Your browser is downloading it' : effectText(source)}
          </span>
          <Button
            type="primary"
            icon={<DownloadIcon />}
            loading={isSending}
            disabled={draft.chosen.length === 0}
            onClick={() => deliver.mutate(draft.body())}
          >
            {isSending ? 'Downloading…' : `Download ZIP (${sizeText(draft, draft.format)})`}
          </Button>
        </div>
      }
    >
      {source.subject === 'clients' && <ApprovalDayFields days={days} onChange={setDays} />}
      {delivery && <Outcome delivery={delivery} />}
      <QueryView
        query={query}
        failed="The approved photos could not be loaded"
        loading={
          <Loading label="Loading the approved photos">
            <Skeleton active paragraph={{ rows: 10 }} />
          </Loading>
        }
      >
        {(photos: DeliverableView[]) =>
          photos.length === 0 ? (
            <EmptyState text="No approved photos" hint="What the client approves can be delivered here." />
          ) : (
            <div className={`stack ruled ${styles['columns']}`}>
              <DeliveredFiles draft={draft} />
              <div className={`shrink ${styles['side']}`}>
                <WrittenFile draft={draft} />
                <DeliveryOptions draft={draft} />
              </div>
            </div>
          )
        }
      </QueryView>
    </Dialog>
  );
}

/** Starts the download of the ZIP, and polls the delivery until it has ended. */
function useDelivery(source: DeliverySource, onClose: () => void) {
  const deliver = useToastMutation({
    mutationFn: createDelivery,
    onSuccess: (made: DeliveryView) => download(zipAddress(made)),
  });
  const id = deliver.data?.id;
  const { data: delivery } = useQuery({ ...deliveryQuery(id ?? ''), enabled: id !== undefined });
  const ended = delivery && hasDeliveryEnded(delivery) ? delivery.state : null;
  const onDone = useEffectEvent(() => {
    if (delivery!.withheld.length > 0) return;
    toast.success('Delivered', source.title);
    onClose();
  });
  useEffect(() => {
    if (ended === 'done') onDone();
  }, [ended]);
  return {
    deliver,
    delivery: ended ? delivery : undefined,
    isSending: deliver.isPending || (id !== undefined && !ended),
  };
}

/** Downloads a URL with the browser's own progress and Cancel. */
function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  // In another frame, so that an error response does not replace the page.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The result of a delivery that failed or left photos out. */
function Outcome({ delivery: { state, withheld } }: { delivery: DeliveryView }) {
  if (state === 'failed')
    return (
      <p role="alert" className={styles['outcome']}>
        The download was broken off, and nothing counts as delivered. Please download it again.
      </p>
    );
  if (withheld.length === 0) return null;
  return (
    <div role="alert" className={styles['outcome']}>
      {withheld.length === 1 ? '1 photo is not in the ZIP:' : `${withheld.length} photos are not in the ZIP:`}
      <ul>
        {withheld.map(({ imageId, fileName, reason }) => (
          <li key={imageId}>
            <strong>{fileName}</strong> {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ApprovalDayFields({
  days,
  onChange,
}: {
  days: ApprovalDayFields;
  onChange: (days: ApprovalDayFields) => void;
}) {
  const [from, to] = [useId(), useId()];
  return (
    <div className={`row gap-4-8 wrap muted ${styles['days']}`}>
      <label htmlFor={from}>Approved from</label>
      <input
        id={from}
        type="date"
        className="field"
        value={days.from}
        max={days.to || undefined}
        onChange={({ target }) => onChange({ ...days, from: target.value })}
      />
      <label htmlFor={to}>to</label>
      <input
        id={to}
        type="date"
        className="field"
        value={days.to}
        min={days.from || undefined}
        onChange={({ target }) => onChange({ ...days, to: target.value })}
      />
    </div>
  );
}

/** A sentence about what downloading marks as delivered. */
function effectText({ subject, ids }: DeliverySource): string {
  const moments = ids.length === 1 ? 'the moment' : 'the moments';
  const what = subject === 'clients' ? 'these photos' : moments;
  return `Marks ${what} as delivered, and mails reviewers with a link a receipt`;
}

/** The captions of the chosen photos as plain text. */
function captionsOf({ chosen }: DeliveryDraft): string {
  return chosen
    .map(({ fileName, title, description, exifKeywords }) =>
      [fileName, title, description, exifKeywords].filter(Boolean).join('\n'),
    )
    .join('\n\n');
}

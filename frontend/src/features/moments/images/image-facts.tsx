import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Button } from 'antd';
import { useState } from 'react';
import { HistoryIcon } from '../../../ui/icons';
import { RelativeTime } from '../../../ui/relative-time';
import { HistoryDrawer } from '../../../records/history-drawer';
import { momentQuery } from '../../../records/moments';
import styles from './image-inspector.module.css';

interface Props {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
}

/** When the client decided, and what happened to the image before. */
export function ImageFacts({ image, number }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { id, momentId, status, decidedAt } = image;
  return (
    <div className={`row between muted small gap-8 ${styles['facts']}`}>
      {decidedAt ? (
        <span>
          {status === 'approved' ? 'Approved' : 'Rejected'} <RelativeTime date={decidedAt} />
        </span>
      ) : (
        'Not decided yet'
      )}
      <Button
        type="link"
        size="small"
        icon={<HistoryIcon />}
        aria-label={`History of photo ${number}`}
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      <HistoryDrawer
        subject={momentQuery(momentId).queryKey}
        imageId={id}
        title={`History of photo ${number}`}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import { NOTICE_SECONDS, type NoticeKind } from '../../lib/notice';
import { toast } from '../../lib/toast';
import { CheckIcon, CrossIcon, InfoIcon } from './icons';
import './review-notices.css';

interface Notice {
  kind: NoticeKind;
  title: string;
  description?: string;
}

/**
 * Draws the notifications of the page it stands in, one at a time: at once, also when the connection is lost. They stand
 * at the top, since the buttons that one needs next are further down.
 */
export function ReviewNotices() {
  const [notice, setNotice] = useState<{ number: number; shown?: Notice }>({ number: 0 });
  useEffect(() => {
    const set = (shown?: Notice) => setNotice(({ number }) => ({ number: number + 1, shown }));
    return toast.drawnBy({
      showNotice: (kind, title, description) => set({ kind, title, description }),
      clearNotices: () => set(),
    });
  }, []);
  if (!notice.shown) return null;
  return <Shown key={notice.number} {...notice.shown} onClose={() => setNotice(({ number }) => ({ number }))} />;
}

const ICONS = { success: <CheckIcon />, error: <CrossIcon />, info: <InfoIcon /> };

function Shown({ kind, title, description, onClose }: Notice & { onClose: () => void }) {
  const [reading, setReading] = useState<'maybe' | 'surely'>('maybe');
  const close = useEffectEvent(onClose);
  // It stays while the pointer or the focus is on it.
  useEffect(() => {
    if (reading === 'surely') return undefined;
    const timer = setTimeout(() => close(), NOTICE_SECONDS[kind] * 1000);
    return () => clearTimeout(timer);
  }, [reading, kind]);
  return (
    <div
      className={`review-notice review-notice-${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setReading('surely')}
      onPointerLeave={() => setReading('maybe')}
      onFocus={() => setReading('surely')}
      onBlur={() => setReading('maybe')}
    >
      {ICONS[kind]}
      <div>
        <strong>{title}</strong>
        {description && <p>{description}</p>}
      </div>
      <button type="button" aria-label="Close" onClick={onClose}>
        <CrossIcon size={16} />
      </button>
    </div>
  );
}

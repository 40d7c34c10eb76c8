import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { Alert, Button, Typography, type AlertProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { EditIcon, GlobeIcon, WarningIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { wizardDrafts, wizardPath } from './wizard-drafts';
import styles from './optimization.module.css';

/** A compact alert within a page. */
export function Note({ title, description, ...alert }: Pick<AlertProps, 'role' | 'type' | 'title' | 'description'>) {
  return (
    <Alert
      {...alert}
      title={description ? <Typography.Text strong>{title}</Typography.Text> : title}
      description={description}
      showIcon={!description}
      className={styles['note']}
    />
  );
}

/** A notice that the wizard is not finished, with a link to it. */
export function DraftNotice({ optimization: { id, status } }: { optimization: OptimizationView }) {
  const navigate = useNavigate();
  if (status !== 'draft') return null;
  const goOn = () => {
    wizardDrafts.keep(id, wizardDrafts.stepOf(id) ?? 0);
    return navigate(wizardPath(id));
  };
  return (
    <Note
      role="note"
      type="warning"
      title="This optimization is a draft"
      description={
        <div className="row wrap gap-8">
          <span className={styles['said']}>
            Its wizard is not finished: what is on the profile now may be missing here. Suggestions are written once it
            is submitted.
          </span>
          <Button icon={<EditIcon />} onClick={() => void goOn()}>
            Continue the wizard
          </Button>
        </div>
      }
    />
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/**
 * A notice that changes of decisions are refused because there were too many; shown for one more day after the limit
 * has ended.
 */
export function ThrottleNotice({ optimization: { throttledUntil } }: { optimization: OptimizationView }) {
  const until = throttledUntil === null ? 0 : Date.parse(throttledUntil);
  const now = useNow(until);
  const isOn = until > now;
  if (until < now - DAY_MS) return null;
  return (
    <Note
      role="status"
      type="warning"
      title={`Decisions through the preview link ${isOn ? 'are limited at the moment' : 'were limited'}`}
      description={
        <>
          Somebody changed the decision on a section again and again, so further changes{' '}
          {isOn ? `are refused until ${CLOCK.format(until)}` : 'were refused'}. First decisions on a suggestion and your
          own are always taken. The history shows each change.
        </>
      }
    />
  );
}

/** The current time in milliseconds; rerenders when `time` is reached. */
function useNow(time: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Math.max(time, Date.now())), Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  }, [time]);
  return now;
}

/** Whether the client's website was used for the suggestions, or why not. */
export function WebsiteNote({ optimization: { website, websiteScan } }: { optimization: OptimizationView }) {
  if (!website) return <Line>No website on record: the suggestions rest on the business details alone.</Line>;
  if (websiteScan?.url !== website) {
    return <Line>The website {linkTo(website)} is read with the next generation.</Line>;
  }
  if (websiteScan.state === 'failed') {
    return (
      <Line isWarning>
        {websiteScan.note} ({linkTo(website)})
      </Line>
    );
  }
  return (
    <Line>
      The website {linkTo(website)} was read <RelativeTime date={websiteScan.at} />.
    </Line>
  );
}

function Line({ isWarning, children }: { isWarning?: true; children: ReactNode }) {
  const Icon = isWarning ? WarningIcon : GlobeIcon;
  return (
    <div className={`flex gap-8 ${isWarning ? 'pending' : 'muted'}`}>
      <Icon aria-hidden className={styles['lineIcon']} />
      <span className="shrink anywhere">{children}</span>
    </div>
  );
}

function linkTo(website: string) {
  return (
    // Underlined, because links within text must not differ by colour alone (WCAG 1.4.1).
    <Typography.Link href={website} target="_blank" rel="noreferrer" className={styles['inlineLink']}>
      {website.replace(/^https?:\/\/|\/$/gu, '')}
    </Typography.Link>
  );
}

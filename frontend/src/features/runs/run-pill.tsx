import type { ActiveRunView, DraftingKind } from '@gmb-moments/backend/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SpinnerIcon } from '../../ui/icons';
import { pageOf, reviewOf } from '../../records/reviews';
import { activeRunsQuery } from '../../records/runs';
import styles from './run-pill.module.css';

/** What a run of each kind does, and to what. */
const WORDS: Record<DraftingKind, { does: string; what: string }> = {
  captions: { does: 'Generating', what: 'captions' },
  optimizations: { does: 'Generating', what: 'suggestions' },
};

/** What is being generated, on every page: one run as a link to its moment or optimization, several as a list. */
export function RunPill() {
  const { data: runs = [] } = useQuery(activeRunsQuery);
  const [first] = runs;
  if (!first) return null;
  return runs.length === 1 ? <RunLink run={first} /> : <RunList runs={runs} />;
}

function RunLink({ run }: { run: ActiveRunView }) {
  const { does, what } = WORDS[run.kind];
  return (
    <Link to={pathOfRun(run)} className={styles['pill']} aria-label={`${does} ${what} ${counts(run)}: ${run.name}`}>
      <SpinnerIcon size={14} className={styles['spinner']} />
      <span>
        <span className={styles['word']}>
          {does} {what}{' '}
        </span>
        {counts(run)}
      </span>
    </Link>
  );
}

function RunList({ runs }: { runs: ActiveRunView[] }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const list = (
    <ul className={styles['list']} aria-label="Active runs">
      {runs.map((run) => (
        <li key={run.runId}>
          <Link to={pathOfRun(run)} className={`row between ink gap-16 ${styles['run']}`} onClick={close}>
            <span dir="auto" className="clip shrink">
              {run.name}
            </span>
            <span className="rigid muted numbers">
              {WORDS[run.kind].what} {counts(run)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <Popover content={list} trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
      <Button
        type="text"
        className={styles['pill']}
        aria-expanded={isOpen}
        aria-label={`Generating: ${runs.length} runs…`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <SpinnerIcon size={14} className={styles['spinner']} />
        <span>
          <span className={styles['word']}>Generating: </span>
          {runs.length} runs…
        </span>
      </Button>
    </Popover>
  );
}

function counts({ done, failed, total }: ActiveRunView): string {
  return `${done + failed}/${total}…`;
}

function pathOfRun(run: ActiveRunView): string {
  return pageOf(reviewOf(run)!);
}

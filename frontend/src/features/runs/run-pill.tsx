import { RUN_KINDS, type ActiveRunView } from '@gmb-moments/backend/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SpinnerIcon } from '../../ui/icons';
import { pathOfReview, reviewOf } from '../../records/reviews';
import { activeRunsQuery } from '../../records/runs';
import styles from './run-pill.module.css';

/** The active runs, in the header of every page: one run as a link to its review, several as a list. */
export function RunPill() {
  const { data: runs = [] } = useQuery(activeRunsQuery);
  const [first] = runs;
  if (!first) return null;
  return runs.length === 1 ? <RunLink run={first} /> : <RunList runs={runs} />;
}

function RunLink({ run }: { run: ActiveRunView }) {
  const { doing, nouns } = RUN_KINDS[run.kind];
  const what = `${doing} ${nouns}`;
  return (
    <Link to={pathOfRun(run)} className={styles['pill']} aria-label={`${what} ${counts(run)}: ${run.name}`}>
      <SpinnerIcon size={14} className={styles['spinner']} />
      <span>
        <span className={styles['word']}>{what} </span>
        {counts(run)}
      </span>
    </Link>
  );
}

function RunList({ runs }: { runs: ActiveRunView[] }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const doing = doingOf(runs);
  const list = (
    <ul className={styles['list']} aria-label="Active runs">
      {runs.map((run) => (
        <li key={run.runId}>
          <Link to={pathOfRun(run)} className={`row between ink gap-16 ${styles['run']}`} onClick={close}>
            <span dir="auto" className="clip shrink">
              {run.name}
            </span>
            <span className="no-shrink muted numbers">
              {RUN_KINDS[run.kind].nouns} {counts(run)}
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
        aria-label={`${doing}: ${runs.length} runs…`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <SpinnerIcon size={14} className={styles['spinner']} />
        <span>
          <span className={styles['word']}>{doing}: </span>
          {runs.length} runs…
        </span>
      </Button>
    </Popover>
  );
}

/** What the runs do, if all are of one kind; otherwise a general text. */
function doingOf(runs: ActiveRunView[]): string {
  const [first, ...others] = new Set(runs.map(({ kind }) => RUN_KINDS[kind].doing));
  return first && others.length === 0 ? first : 'Working';
}

function counts({ done, failed, total }: ActiveRunView): string {
  return `${done + failed}/${total}…`;
}

function pathOfRun(run: ActiveRunView): string {
  return pathOfReview(reviewOf(run)!);
}

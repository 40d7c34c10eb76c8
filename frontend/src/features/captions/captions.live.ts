import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { RunProgress } from '@gmb-moments/backend/contract/events';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import type { StaffRules } from '../../lib/live';
import { patch, patchPages, refresh } from '../../lib/live-cache';
import { momentLists } from '../moments/moments.api';
import { refreshWork } from '../work/work.api';
import { progressActiveRun } from '../runs/active-runs.api';
import { captionRunsQuery } from './captions.api';

export const captionRules: StaffRules<'captions.progress'> = {
  'captions.progress': (queryClient, { momentId, runId, imageId, message = '', detail = '', ...counts }) => {
    progressActiveRun(queryClient, { runId, ...counts });
    patchPages<MomentListItem>(queryClient, momentLists, (items) =>
      items.map((item) => (item.id === momentId ? withRun(item, { runId, ...counts }) : item)),
    );
    // How many failed is known at the end, and a start makes up for a run that failed.
    if (counts.done + counts.failed === 0 || !isRunActive(counts.state)) refreshWork(queryClient);
    if (!isRunActive(counts.state)) refresh(queryClient, momentLists);
    const query = captionRunsQuery(momentId);
    const isKnown = queryClient.getQueryData(query.queryKey)?.some((run) => run.runId === runId);
    // How a run ended is fetched with all its images.
    if (!isKnown || !isRunActive(counts.state)) return refresh(queryClient, query);
    const ended = { state: message ? 'failed' : 'done', message, detail } as const;
    patch<CaptionRunDetail[]>(queryClient, query.queryKey, (runs) =>
      runs.map((run) => {
        if (run.runId !== runId) return run;
        const images = run.images.map((item) => (item.imageId === imageId ? { ...item, ...ended } : item));
        return { ...run, ...counts, images };
      }),
    );
  },
};

/** The listed moment as the progress of one of its runs changes it. The larger one of two runs is shown. */
function withRun(item: MomentListItem, { runId, state, total, done, failed }: RunProgress): MomentListItem {
  const isShown = item.run?.runId === runId;
  if (!isRunActive(state)) return isShown ? { ...item, run: null } : item;
  return isShown || !item.run || item.run.total < total ? { ...item, run: { runId, total, done, failed } } : item;
}

import type { CaptionRunView } from '../src/contract/captions.js';
import type { ImageView } from '../src/contract/images.js';
import { isRunActive } from '../src/contract/statuses.js';
import type { Agent } from './app.js';
import { eventually } from './eventually.js';

export async function generate(staff: Agent, momentId: string): Promise<{ runId: string; total: number }> {
  const { body } = await staff.post(`/api/moments/${momentId}/generate-captions`).expect(202);
  return body as { runId: string; total: number };
}

export async function captionRun(staff: Agent, momentId: string): Promise<CaptionRunView> {
  const { body } = await staff.get(`/api/moments/${momentId}/caption-run`).expect(200);
  return body as CaptionRunView;
}

/** Waits up to 60 s for the end of a moment's run; a worker may die meanwhile. */
export function endedRun(staff: Agent, momentId: string): Promise<CaptionRunView> {
  return eventually(async () => {
    const run = await captionRun(staff, momentId);
    if (isRunActive(run.state)) throw new Error(`The run has not ended: ${JSON.stringify(run)}`);
    return run;
  }, 60_000);
}

export async function imagesOf(staff: Agent, momentId: string): Promise<ImageView[]> {
  const { body } = await staff.get(`/api/moments/${momentId}/images`).expect(200);
  return body as ImageView[];
}

import type { ActiveRunView } from '@gmb-moments/backend/contract/runs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';

function anActiveRun(more: Partial<ActiveRunView> = {}): ActiveRunView {
  return {
    runId: 'run-1',
    kind: 'captions',
    state: 'running',
    total: 10,
    done: 2,
    failed: 1,
    momentId: 'moment-1',
    optimizationId: null,
    name: 'Spring window',
    ...more,
  };
}

const SECOND = {
  runId: 'run-2',
  kind: 'optimizations',
  momentId: null,
  optimizationId: 'optimization-1',
  name: 'Rose & Thorn',
} as const;

async function openSettings(...runs: ActiveRunView[]) {
  fakeServer.on('GET /api/runs/active', { body: runs });
  const page = renderRoute('/settings');
  await screen.findByText('Live');
  return page;
}

describe('the pill of what is being generated', () => {
  beforeEach(() => signedIn());

  it('is there after a reload, as a link to the moment', async () => {
    await openSettings(anActiveRun());
    const link = await screen.findByRole('link', { name: 'Generating captions 3/10…: Spring window' });
    expect(link).toHaveAttribute('href', '/moments/moment-1');
    expect(link).toHaveTextContent('Generating captions 3/10…');
  });

  it('counts live, and goes when the run ends', async () => {
    await openSettings(anActiveRun());
    await screen.findByText('3/10…');
    const progress = { momentId: 'moment-1', runId: 'run-1', total: 10, failed: 1 };
    fakeServer.emit('captions.progress', { ...progress, state: 'running', done: 3, imageId: 'image-1' });
    expect(await screen.findByText('4/10…')).toBeVisible();
    fakeServer.emit('captions.progress', { ...progress, state: 'completed', done: 9 });
    await waitFor(() => expect(screen.queryByText(/Generating/)).toBeNull());
  });

  it('appears when a run starts elsewhere', async () => {
    await openSettings();
    fakeServer.on('GET /api/runs/active', { body: [anActiveRun({ ...SECOND, done: 0, failed: 0, total: 5 })] });
    fakeServer.emit('optimization.progress', {
      optimizationId: 'optimization-1',
      runId: 'run-2',
      state: 'queued',
      total: 5,
      done: 0,
      failed: 0,
    });
    const link = await screen.findByRole('link', { name: 'Generating suggestions 0/5…: Rose & Thorn' });
    expect(link).toHaveAttribute('href', '/gmb-optimizations/optimization-1');
  });

  it('lists several runs on a click', async () => {
    const { user } = await openSettings(anActiveRun(), anActiveRun(SECOND));
    const button = await screen.findByRole('button', { name: 'Generating: 2 runs…' });
    await user.click(button);
    const list = await screen.findByRole('list', { name: 'Active runs' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/moments/moment-1', '/gmb-optimizations/optimization-1']);
    expect(within(list).getByText('captions 3/10…')).toBeVisible();
    expect(within(list).getByText('suggestions 3/10…')).toBeVisible();
  });

  it('goes with a deleted moment', async () => {
    await openSettings(anActiveRun());
    await screen.findByText('3/10…');
    fakeServer.emit('moment.deleted', { momentId: 'moment-1' });
    await waitFor(() => expect(screen.queryByText(/Generating/)).toBeNull());
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { openMoment } from '../features/moments/moment-page.fixture';
import { renderRoute, signedIn } from '../test/render-route';
import { failure, fakeServer } from '../test/server';
import { aListedMoment, anImage } from '../records/moments.fixture';
import { anOptimization } from '../records/optimizations.fixture';
import { aSharing } from '../records/sharing.fixture';

describe('the day by which a client is to decide', () => {
  beforeEach(signedIn);

  it('stands in the list of moments, and says so once it is over', async () => {
    const moments = [
      aListedMoment({ id: 'm1', title: 'Late', dueOn: '2026-12-01', daysLeft: -2 }),
      aListedMoment({ id: 'm2', title: 'Yesterday', dueOn: '2026-12-02', daysLeft: -1 }),
      aListedMoment({ id: 'm3', title: 'Now', dueOn: '2026-12-03', daysLeft: 0 }),
      aListedMoment({ id: 'm4', title: 'Decided', dueOn: '2026-12-04', daysLeft: null }),
      aListedMoment({ id: 'm5', title: 'Far away', dueOn: '2999-12-03', daysLeft: 355_000 }),
    ];
    fakeServer.on('GET /api/moments', { body: moments, headers: { 'X-Total-Count': '5' } });
    renderRoute('/moments');
    const row = async (title: string) => within((await screen.findByRole('link', { name: title })).closest('tr')!);
    expect((await row('Late')).getByText('2 days overdue')).toHaveAttribute('title', 'Due 1 December 2026');
    expect((await row('Yesterday')).getByText('1 day overdue')).toBeVisible();
    expect((await row('Now')).getByText('Due today')).toBeVisible();
    expect((await row('Decided')).queryByText(/^Due/)).toBeNull();
    expect((await row('Far away')).getByText('Due 3 December 2999')).toBeVisible();
  });

  it('filters the lists by what is overdue', async () => {
    fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
    const { user } = renderRoute('/moments');
    await user.selectOptions(await screen.findByLabelText('Filter by due day'), 'Overdue');
    expect(await screen.findByText(/Nothing matches/)).toBeVisible();
    expect(fakeServer.calls('GET /api/moments').at(-1)!.query.get('due')).toBe('overdue');
  });

  it('stands in the list of optimizations', async () => {
    const optimization = anOptimization({ dueOn: '2026-12-01', daysLeft: -3 });
    fakeServer.on('GET /api/gmb-optimizations', { body: [optimization], headers: { 'X-Total-Count': '1' } });
    renderRoute('/gmb-optimizations?due=overdue');
    expect(await screen.findByText('3 days overdue')).toBeVisible();
    expect(fakeServer.calls('GET /api/gmb-optimizations')[0]!.query.get('due')).toBe('overdue');
  });

  it('is set and removed on the page of a moment, without sharing it', async () => {
    const { user } = await openMoment({ images: [anImage(1)] });
    fakeServer.on('PATCH /api/moments/moment-1/sharing', { body: aSharing({ dueOn: '2026-12-03' }) });
    await user.click(screen.getByRole('button', { name: 'Set due day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Due day' }));
    fireEvent.change(dialog.getByLabelText('Decide by'), { target: { value: '2026-12-03' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Due day set')).toBeVisible();
    const sent = fakeServer.calls('PATCH /api/moments/moment-1/sharing').map(({ json }) => json);
    expect(sent).toEqual([{ dueOn: '2026-12-03' }]);
    expect(fakeServer.calls('POST /api/moments/moment-1/share')).toEqual([]);
  });

  it('stays in its dialog when the server refuses it', async () => {
    const { user } = await openMoment({ images: [anImage(1)] });
    const refusal = failure(400, 'VALIDATION_FAILED', 'dueOn must be a day such as 2027-01-31');
    fakeServer.on('PATCH /api/moments/moment-1/sharing', refusal);
    await user.click(screen.getByRole('button', { name: 'Set due day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Due day' }));
    fireEvent.change(dialog.getByLabelText('Decide by'), { target: { value: '2026-12-03' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/dueOn must be a day/)).toBeVisible();
  });
});

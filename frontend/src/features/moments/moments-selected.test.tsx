import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aDeliverable } from '../../records/deliveries.fixture';
import { aClient, aListedMoment } from '../../records/moments.fixture';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';

const listed = (number: number, more: object = {}) =>
  aListedMoment({ id: `m${number}`, title: `Moment ${number}`, status: 'approved', imageCount: 3, ...more });

function answer(moments: ReturnType<typeof listed>[]) {
  fakeServer.on('GET /api/moments', ({ query }) => {
    const offset = Number(query.get('offset'));
    return {
      body: moments.slice(offset, offset + Number(query.get('limit'))),
      headers: { 'X-Total-Count': String(moments.length) },
    };
  });
}

const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });
const bar = () => within(screen.getByRole('region', { name: 'Selected moments' }));

describe('selected moments', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [aClient()] });
    answer([listed(1, { approvedCount: 2 }), listed(2, { approvedCount: 1 }), listed(3, { status: 'pending' })]);
  });

  it('are delivered in one ZIP, each under its name', async () => {
    for (const number of [1, 2]) {
      const photo = aDeliverable({
        imageId: `image-${number}`,
        momentId: `m${number}`,
        momentTitle: `Moment ${number}`,
      });
      fakeServer.on(`GET /api/moments/m${number}/deliverables`, { body: [photo] });
      fakeServer.on(`GET /api/images/image-${number}/position`, { body: { position: null } });
      fakeServer.on(`POST /api/moments/m${number}/delivered`, { body: {} });
    }
    const { user } = renderRoute('/moments');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all moments of this page' }));
    expect(bar().getByText('3 selected')).toBeVisible();
    await user.click(bar().getByRole('button', { name: 'Deliver 3 photos' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Deliver 2 approved photos 2 moments/ }));
    const files = (title: string) => within(dialog.getByRole('list', { name: title })).getAllByRole('checkbox');
    expect(files('Moment 1')).toHaveLength(1);
    expect(files('Moment 2')).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Mark as delivered' }));
    expect(await screen.findByText('Marked as delivered')).toBeVisible();
    expect(fakeServer.calls('POST /api/moments/m1/delivered')).toHaveLength(1);
    expect(fakeServer.calls('POST /api/moments/m2/delivered')).toHaveLength(1);
  });

  it('are selected by keyboard, and cleared by a button and by another filter, not by another order', async () => {
    const { user, router } = renderRoute('/moments');
    (await box('Moment 1')).focus();
    await user.keyboard(' ');
    expect(bar().getByText('1 selected')).toBeVisible();
    await user.click(bar().getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('region', { name: 'Selected moments' })).toBeNull();
    await user.click(await box('Moment 2'));
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(await box('Moment 2')).toBeChecked();
    await user.selectOptions(screen.getByLabelText('Filter by status'), 'Approved');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected moments' })).toBeNull());
    expect(await box('Moment 2')).not.toBeChecked();
    expect(router.state.location.pathname).toBe('/moments');
  });

  it('stay selected on other pages, and are limited to the size of a delivery', async () => {
    answer(Array.from({ length: 40 }, (_none, index) => listed(index + 1, { approvedCount: 30 })));
    const { user, router } = renderRoute('/moments');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all moments of this page' }));
    await act(() => router.navigate('/moments?page=2'));
    expect(await box('Moment 21')).not.toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Select all moments of this page' }));
    expect(bar().getByText('40 selected')).toBeVisible();
    expect(bar().getByRole('status')).toHaveTextContent(
      'At most 33 moments can be delivered at once; please select fewer.',
    );
    expect(bar().getByRole('button', { name: /^Deliver/ })).toBeDisabled();
  });

  it('are unselected once somebody deletes them, on any page of the list', async () => {
    answer(Array.from({ length: 21 }, (_none, index) => listed(index + 1, { approvedCount: 1 })));
    const { user, router } = renderRoute('/moments');
    await user.click(await box('Moment 1'));
    await user.click(await box('Moment 2'));
    await act(() => router.navigate('/moments?page=2'));
    await box('Moment 21');
    act(() => fakeServer.emit('moment.deleted', { momentId: 'm1' }));
    expect(await bar().findByText('1 selected')).toBeVisible();
  });

  it('cannot be delivered if nothing is approved', async () => {
    const { user } = renderRoute('/moments');
    await user.click(await box('Moment 3'));
    expect(bar().getByText('No photo of these is approved yet')).toBeVisible();
    expect(bar().getByRole('button', { name: 'Deliver' })).toBeDisabled();
  });

  it('are selected and shared on phones too', async () => {
    window.innerWidth = 390;
    const { user } = renderRoute('/moments');
    const cards = within(await screen.findByRole('list', { name: 'Moments' }));
    expect(cards.getByRole('button', { name: 'Share Moment 3' })).toHaveTextContent('Share');
    await user.click(cards.getByRole('checkbox', { name: 'Select Moment 1' }));
    expect(bar().getByText('1 selected')).toBeVisible();
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { screen, waitFor } from '@testing-library/react';
import { failure, fakeServer } from '../../test/server';
import { aClient } from '../../records/moments.fixture';
import { aDraft, serveDraft } from './wizard.fixture';
import { button, field, open, setTheStage, type } from './wizard-page.fixture';
import { wizardDrafts } from './wizard-drafts';

const CALL = 'PATCH /api/gmb-optimizations/o1';
const DRAFT = aDraft({ phone: '1', hours: '9-5' });
const GRACES: OptimizationView = { ...DRAFT, revision: 2, editor: 'Grace', phone: 'Theirs', hours: '8-4' };
const NOTE = 'Grace changed this draft meanwhile';

/** Opens the second step of the draft, and types a phone number. */
async function typePhone() {
  serveDraft(DRAFT);
  wizardDrafts.keep('o1', 1);
  const { user } = await open();
  await type(user, 'Phone', 'Mine');
  await screen.findByText('Live');
  return user;
}

describe('a draft that somebody else changes while it is filled in', () => {
  beforeEach(setTheStage);

  it('shows the change, and continues only after the choice', async () => {
    const user = await typePhone();
    fakeServer.emit('optimization.changed', GRACES);
    const note = (await screen.findByText(NOTE)).closest('[role=alert]')!;
    expect(note).toHaveTextContent('Taken over into this form: Hours. What you typed is kept');
    expect(note).toHaveTextContent('PhoneTheirs');
    expect(await field('Hours')).toHaveValue('8-4');
    await user.click(button('Next'));
    expect(fakeServer.calls(CALL)).toEqual([]);
    await user.click(button('Keep mine'));
    await user.click(button('Next'));
    expect(await screen.findByText('Draft saved')).toBeVisible();
    expect(fakeServer.calls(CALL)[0]?.json).toMatchObject({ phone: 'Mine', hours: '8-4', revision: 2 });
  });

  it('shows the change after a 409, and keeps the text', async () => {
    const user = await typePhone();
    fakeServer.on(CALL, () => {
      const body: OptimizationDetail = { optimization: GRACES, client: aClient() };
      fakeServer.on('GET /api/gmb-optimizations/o1', { body });
      return failure(409, 'EDITED_MEANWHILE', 'Grace changed the details of this business meanwhile.');
    });
    await user.click(button('Next'));
    expect(await screen.findByText(NOTE)).toBeInTheDocument();
    expect(await field('Phone')).toHaveValue('Mine');
    await user.click(button('Take theirs'));
    await waitFor(async () => expect(await field('Phone')).toHaveValue('Theirs'));
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  });
});

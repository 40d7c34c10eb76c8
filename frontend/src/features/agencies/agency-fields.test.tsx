import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { anAgency } from '../../records/moments.fixture';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';

const SOLO = anAgency({ name: 'Solo', primaryColor: '#112233' });

/** Clicks a button of the page, and returns queries within the dialog that it opens. */
async function openDialog(button: RegExp, title: string) {
  const { user } = renderRoute('/agencies');
  await user.click(await screen.findByRole('button', { name: button }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) };
}

/** The current toast. */
async function toastOf(title: string) {
  const shown = (await screen.findByText(title)).closest<HTMLElement>('[role=status], [role=alert]');
  return within(shown!);
}

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/agencies', { body: [SOLO] });
});

describe('an agency that is edited', () => {
  it('is saved with all its fields, and named in the toast', async () => {
    fakeServer.on('PATCH /api/agencies/a1', { body: { ...SOLO, name: 'Solo Two' } });
    const { user, dialog } = await openDialog(/Edit Solo/, 'Edit Agency');
    await user.type(dialog.getByLabelText('Name'), ' Two');
    await user.type(dialog.getByLabelText('Custom Domain'), 'solo.example');
    await user.type(dialog.getByLabelText('Reply-To'), 'hello@solo.example');
    await user.type(dialog.getByLabelText('Postal Address'), '12 Congress Street');
    await user.upload(dialog.getByLabelText('Logo'), new File(['logo'], 'logo.png', { type: 'image/png' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect((await toastOf('Agency updated')).getByText('Solo Two')).toBeVisible();
    const [request] = fakeServer.calls('PATCH /api/agencies/a1');
    expect(request?.fields).toEqual({
      name: 'Solo Two',
      primaryColor: '#112233',
      customDomain: 'solo.example',
      replyTo: 'hello@solo.example',
      postalAddress: '12 Congress Street',
      revision: '1',
    });
    expect(request?.text).toContain('name="logo"; filename="logo.png"');
  });
});

describe('the colour field of an agency', () => {
  it('is the same in the picker and in the text field, whichever is used', async () => {
    const { user, dialog } = await openDialog(/Edit Solo/, 'Edit Agency');
    const [picker, text] = [dialog.getByLabelText('Pick a colour'), dialog.getByLabelText('Primary Color')];
    expect(picker).toHaveValue('#112233');
    fireEvent.change(picker, { target: { value: '#ff8800' } });
    expect(text).toHaveValue('#ff8800');
    await user.clear(text);
    await user.type(text, '#00AA00');
    expect(picker).toHaveValue('#00aa00');
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn, signedOut } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const SELF: MemberView = { ...ADA, lastSeenAt: new Date().toISOString(), hasSecondFactor: true };
const PINE = { id: 'a1', name: 'Pine Street Media', clientCount: 8 };
const FERN = { id: 'c1', business: 'Fern & Petal' };
const GRACE: MemberView = {
  ...SELF,
  id: 'grace',
  email: 'grace@example.com',
  name: 'Grace',
  role: 'editor',
  scope: { agencies: [PINE], clients: [FERN], hidden: 0 },
  lastSeenAt: '2026-01-01T00:00:00Z',
  hasSecondFactor: true,
};
const NAMELESS: MemberView = {
  ...SELF,
  id: 'nameless',
  email: 'no.name@example.com',
  name: '',
  role: 'viewer',
  scope: { agencies: [PINE], clients: [], hidden: 0 },
  lastSeenAt: null,
  hasSecondFactor: false,
};
const PASSWORD = 'a long password';
const DOWN = failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.');

const team = (...users: MemberView[]) => fakeServer.on('GET /api/users', { body: users });

beforeEach(() => {
  signedIn();
  team(SELF, GRACE, NAMELESS);
});

const list = () => screen.findByRole('list', { name: 'Members of staff' });
const names = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map((item) => item.textContent);

async function open() {
  const page = renderRoute('/settings/team');
  await list();
  return page;
}

describe('the team', () => {
  it('is listed, with a mark at the own name', async () => {
    await open();
    const [ada, grace, nameless] = await names();
    expect(ada).toMatch(/^AAdaYouada@example\.comAdminthe only oneEverythingSecond factor: Set upSeen .* ago$/);
    expect(grace).toMatch(
      /^GGracegrace@example\.comEditorPine Street Media, Fern & PetalSecond factor: Set upSeen \d+ .* agoChange$/,
    );
    expect(nameless).toMatch(
      /^Nno\.name@example\.comViewerPine Street Mediaits 8 clientsSecond factor: None yetNot seen yetChange$/,
    );
    expect(screen.getAllByRole('button', { name: /^More for / }).map((button) => button.ariaLabel)).toEqual([
      'More for Grace',
      'More for no.name@example.com',
    ]);
    expect(screen.queryByText('Nobody else can sign in yet.')).not.toBeInTheDocument();
  });

  it('shows when there are no colleagues', async () => {
    team(SELF);
    await open();
    expect(screen.getByText('Nobody else can sign in yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^More for / })).not.toBeInTheDocument();
  });

  it('shows placeholders while it loads', async () => {
    fakeServer.on('GET /api/users', () => new Promise(() => {}));
    renderRoute('/settings/team');
    const placeholders = await screen.findByLabelText('Loading the team');
    expect(placeholders).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('button', { name: /Add Colleague/ })).toBeEnabled();
  });

  it('can be loaded again when that failed', async () => {
    fakeServer.on('GET /api/users', DOWN);
    const { user } = renderRoute('/settings/team');
    const alert = (await screen.findByText('The team could not be loaded')).closest<HTMLElement>('[role=alert]')!;
    expect(alert).toHaveTextContent('The database cannot be reached.');
    team(SELF, GRACE);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await names()).toHaveLength(2);
  });

  it('follows what colleagues change', async () => {
    await open();
    await screen.findByText('Live');
    team(SELF);
    fakeServer.emit('user.changed', { id: 'grace' });
    await waitFor(async () => expect(await names()).toHaveLength(1));
  });
});

describe('adding a colleague', () => {
  const CALL = 'POST /api/register';

  async function openDialog() {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /Add Colleague/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Colleague' }));
    const submit = () => user.click(dialog.getByRole('button', { name: 'Add Colleague' }));
    const fill = async (label: string, text: string) => {
      await user.clear(dialog.getByLabelText(label));
      await user.type(dialog.getByLabelText(label), text);
    };
    const seeEverything = () => user.click(dialog.getByRole('radio', { name: 'Everything' }));
    return { user, dialog, fill, submit, seeEverything };
  }

  it('sends name, e-mail and password, says so, and lists the colleague', async () => {
    const { fill, submit, seeEverything } = await openDialog();
    const linus: MemberView = { ...SELF, id: 'linus', email: 'linus@example.com', name: 'Linus' };
    fakeServer.on(CALL, () => {
      team(SELF, GRACE, NAMELESS, linus);
      return { status: 201, body: linus };
    });
    await fill('Name', 'Linus');
    await fill('Email', 'linus@example.com');
    await fill('Password', PASSWORD);
    await seeEverything();
    await submit();
    expect(await screen.findByText('Colleague added')).toBeVisible();
    expect(screen.getByText('linus@example.com can sign in with the password that you chose.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await within(await list()).findByText('Linus')).toBeVisible();
    expect(fakeServer.calls(CALL).map(({ json }) => json)).toEqual([
      { name: 'Linus', email: 'linus@example.com', password: PASSWORD, role: 'editor', scope: 'all' },
    ]);
  });

  it('asks for an e-mail address and a password of ten characters before it sends anything', async () => {
    const { dialog, fill, submit } = await openDialog();
    await submit();
    expect(await dialog.findByText('Email is required')).toBeInTheDocument();
    expect(await dialog.findByText('Enter at least 10 characters')).toBeInTheDocument();
    await fill('Email', 'linus at example');
    await fill('Password', '123456789');
    // Fields drop what they say while they check again.
    await waitFor(() => {
      expect(dialog.getByText('Enter an e-mail address such as grace@example.com')).toBeInTheDocument();
      expect(dialog.getByText('Enter at least 10 characters')).toBeInTheDocument();
    });
    expect(fakeServer.calls(CALL)).toEqual([]);
  });

  it('says that a password is too long instead of cutting it', async () => {
    const { user, dialog, fill, submit, seeEverything } = await openDialog();
    await fill('Email', 'linus@example.com');
    await seeEverything();
    await user.click(dialog.getByLabelText('Password'));
    await user.paste('x'.repeat(201));
    await submit();
    await waitFor(() => expect(dialog.getByText('Enter at most 200 characters')).toBeInTheDocument());
    expect(dialog.getByLabelText('Password')).toHaveValue('x'.repeat(201));
    expect(fakeServer.calls(CALL)).toEqual([]);
  });

  it('marks an e-mail address that is taken, and keeps what was entered', async () => {
    const { dialog, fill, submit, seeEverything } = await openDialog();
    const message = 'A member of staff with the e-mail grace@example.com exists already.';
    fakeServer.on(CALL, failure(409, 'EMAIL_TAKEN', message, [{ field: 'email', message }]));
    await fill('Email', GRACE.email);
    await fill('Password', PASSWORD);
    await seeEverything();
    await submit();
    expect(await screen.findByText('Registration failed')).toBeVisible();
    expect(screen.getByText(`409: ${message}`)).toBeVisible();
    // Said once in the dialog: at the field.
    await waitFor(() => expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription(message));
    expect(dialog.getAllByText(message)).toHaveLength(1);
    expect(dialog.getByLabelText('Password')).toHaveValue(PASSWORD);
  });

  it('says on top of the dialog why else it failed', async () => {
    const { dialog, fill, submit, seeEverything } = await openDialog();
    fakeServer.on(CALL, DOWN);
    await fill('Email', 'linus@example.com');
    await fill('Password', PASSWORD);
    await seeEverything();
    await submit();
    expect(await screen.findByText('503: The database cannot be reached.')).toBeVisible();
    expect(await dialog.findByText('The database cannot be reached.')).toBeInTheDocument();
  });
});

describe('the access of a colleague', () => {
  const CALL = 'PATCH /api/users/grace';

  async function openDialog() {
    fakeServer.on('GET /api/agencies', { body: [PINE] });
    fakeServer.on('GET /api/clients', { body: [{ ...FERN, agencyId: null }] });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Change access of Grace' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Access of Grace' }));
    const choose = (name: RegExp | string) => user.click(dialog.getByRole('radio', { name }));
    return { user, dialog, choose, submit: () => user.click(dialog.getByRole('button', { name: 'Change Access' })) };
  }

  it('is changed: role and scope, an admin sees everything', async () => {
    const { dialog, choose, submit } = await openDialog();
    expect(await dialog.findByText('Fern & Petal')).toBeVisible();
    await choose(/^Admin/);
    expect(dialog.queryByRole('radio', { name: 'Everything' })).not.toBeInTheDocument();
    fakeServer.on(CALL, () => {
      team(SELF, { ...GRACE, role: 'admin', scope: 'all' });
      return { body: { ...GRACE, role: 'admin', scope: 'all' } };
    });
    await submit();
    expect(await screen.findByText('Access changed')).toBeVisible();
    expect(fakeServer.calls(CALL).map(({ json }) => json)).toEqual([{ role: 'admin', scope: 'all' }]);
    await waitFor(async () => expect((await names())[1]).toContain('AdminEverything'));
  });

  it('stays as it is where the server refuses it, in its words', async () => {
    const { dialog, choose, submit } = await openDialog();
    await choose(/^Manager/);
    const message = 'scope.clientIds names the client c1, which was removed or never existed';
    fakeServer.on(CALL, failure(400, 'VALIDATION_FAILED', message, [{ field: 'scope.clientIds', message }]));
    await submit();
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it('is shown, and not changed, by who may not', async () => {
    fakeServer.on('GET /api/user', { body: { ...ADA, role: 'viewer', permissions: ['account.use', 'team.read'] } });
    team(SELF, { ...GRACE, hasSecondFactor: null });
    await open();
    expect((await names())[1]).toMatch(/EditorPine Street Media, Fern & PetalSeen/);
    expect(screen.queryByRole('button', { name: /Colleague|Change|More for/ })).not.toBeInTheDocument();
    expect(fakeServer.calls('GET /api/invitations')).toEqual([]);
  });
});

const choose = async ({ user }: ReturnType<typeof renderRoute>, who: string, entry: string) => {
  await user.click(screen.getByRole('button', { name: `More for ${who}` }));
  await user.click(screen.getByRole('menuitem', { name: entry }));
};

describe('a colleague who lost something', () => {
  it.each([
    {
      entry: 'End sessions',
      call: 'DELETE /api/users/grace/sessions',
      title: 'End all sessions?',
      confirmText: 'End Sessions',
      said: ['Sessions ended', 'grace@example.com was signed out everywhere.'],
    },
    {
      entry: 'Reset second factor',
      call: 'DELETE /api/users/grace/factors',
      title: 'Reset second factor?',
      confirmText: 'Reset',
      said: ['Second factor reset', 'grace@example.com signs in with the password alone until they set up another.'],
    },
  ] as const)('is helped by $entry, which asks once', async ({ entry, call, title, confirmText, said }) => {
    const page = await open();
    await choose(page, 'Grace', entry);
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(fakeServer.calls(call)).toEqual([]);
    fakeServer.on(call, () => {
      team(SELF, { ...GRACE, hasSecondFactor: false, lastSeenAt: null }, NAMELESS);
      return { status: 204 };
    });
    await page.user.click(within(dialog).getByRole('button', { name: confirmText }));
    for (const sentence of said) expect(await screen.findByText(sentence)).toBeVisible();
    await waitFor(async () => expect((await names())[1]).toContain('Second factor: None yetNot seen yet'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(fakeServer.calls(call)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'More for Grace' })).toHaveFocus();
  });

  it('keeps the question open when it failed', async () => {
    fakeServer.on('DELETE /api/users/grace/sessions', DOWN);
    const page = await open();
    await choose(page, 'Grace', 'End sessions');
    await page.user.click(screen.getByRole('button', { name: 'End Sessions' }));
    expect(await screen.findByText('The database cannot be reached.')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'End all sessions?' })).toBeInTheDocument();
  });

  it('without a second factor is offered no reset of it', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'More for no.name@example.com' }));
    const menu = within(screen.getByRole('menu', { name: 'More for no.name@example.com' }));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['End sessions', 'Remove']);
  });
});

describe('removing a colleague', () => {
  const CALL = 'DELETE /api/users/grace';

  async function remove() {
    const page = await open();
    await choose(page, 'Grace', 'Remove');
    const dialog = await screen.findByRole('dialog', { name: 'Remove colleague?' });
    expect(dialog).toHaveTextContent('Grace is signed out everywhere at once and cannot sign in any more.');
    return { ...page, confirm: () => page.user.click(within(dialog).getByRole('button', { name: 'Remove' })) };
  }

  it('asks first, and says so when it is done', async () => {
    const { confirm } = await remove();
    expect(fakeServer.calls(CALL)).toEqual([]);
    fakeServer.on(CALL, () => {
      team(SELF, NAMELESS);
      return { status: 204 };
    });
    await confirm();
    expect(await screen.findByText('Colleague removed')).toBeVisible();
    expect(screen.getByText('grace@example.com was signed out everywhere.')).toBeVisible();
    await waitFor(async () => expect(await names()).toHaveLength(2));
    // The keyboard goes on from the page, since the button is gone.
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('says when somebody else did it meanwhile, and shows who is left', async () => {
    const { confirm } = await remove();
    fakeServer.on(CALL, () => {
      team(SELF, NAMELESS);
      return failure(404, 'NOT_FOUND', 'Member of staff not found');
    });
    await confirm();
    expect(await screen.findByText('Already removed')).toBeVisible();
    expect(screen.getByText('Somebody else removed grace@example.com meanwhile.')).toBeVisible();
    await waitFor(async () => expect(await names()).toHaveLength(2));
  });

  it('keeps the question open when it failed', async () => {
    const { confirm } = await remove();
    fakeServer.on(CALL, DOWN);
    await confirm();
    expect(await screen.findByText('The database cannot be reached.')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Remove colleague?' })).toBeInTheDocument();
    expect(await names()).toHaveLength(3);
  });

  it('asks to sign in again when the own account was removed', async () => {
    const { confirm } = await remove();
    fakeServer.on(CALL, () => {
      signedOut();
      return failure(401, 'NOT_SIGNED_IN', 'A colleague removed you from the team meanwhile.');
    });
    await confirm();
    expect(await screen.findByText('Your session has ended')).toBeVisible();
    expect(screen.getByText('Sign in as someone else')).toHaveAttribute('href', '/login');
  });
});

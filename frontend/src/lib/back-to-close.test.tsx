import { back } from '../test/history';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { createPageRouter } from '../app/page-router';
import { routes } from '../app/router';
import { anImage, MOMENT_ID, serve } from '../features/public-review/images/images.fixtures';
import { aClient } from '../records/moments.fixture';
import { signedIn } from '../test/render-route';
import { fakeServer } from '../test/server';
import { pageHistory, useBackToClose } from './back-to-close';
import { createQueryClient } from './query-client';

const REVIEW = `/public/${MOMENT_ID}`;
let router: ReturnType<typeof createPageRouter>;

/**
 * Renders the application with the history of this window: another page, then this path. Returns `user` of user-
 * event.
 */
function open(path: string) {
  window.history.pushState(null, '', '/public/moments');
  window.history.pushState(null, '', path);
  router = createPageRouter(routes);
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}

function assertNoEntry(): void {
  expect(window.history.state ?? {}).not.toHaveProperty('isOverlay');
}

/** Expects that the history has no entry of an overlay: one step back leaves the page. */
async function expectLeaves(path: string, to: string): Promise<void> {
  await waitFor(assertNoEntry);
  expect(window.location.pathname).toBe(path);
  await back();
  expect(window.location.pathname).toBe(to);
}

const dialogs = () => screen.queryAllByRole('dialog').filter((dialog) => !dialog.closest('[class*="-leave"]'));
const expectNoDialog = () => waitFor(() => expect(dialogs()).toHaveLength(0));

beforeEach(() => {
  signedIn();
  const acme = aClient({ id: 'c1', business: 'Acme' });
  fakeServer.on('GET /api/clients', { body: [acme] });
  fakeServer.on('GET /api/clients/c1', { body: acme });
  fakeServer.on('GET /api/agencies', { body: [] });
  serve([anImage({ title: 'Tulips' }), anImage({ title: 'Roses' })]);
});

afterEach(async () => {
  cleanup();
  await waitFor(assertNoEntry);
  router?.dispose();
});

describe('Back, on the review page', () => {
  it('closes the full-size view, and the next one leaves the page', async () => {
    const user = open(REVIEW);
    await user.click(await screen.findByRole('button', { name: 'View full size: Tulips' }));
    await user.click(await screen.findByRole('button', { name: 'Next image' }));
    await back();
    await expectNoDialog();
    expect(screen.getByRole('article', { name: 'Image 1: Tulips' })).toBeVisible();
    await expectLeaves(REVIEW, '/public/moments');
  });

  it('closes the feedback dialog, and keeps what was typed', async () => {
    const user = open(REVIEW);
    await user.click((await screen.findAllByRole('button', { name: 'Reject' }))[0]!);
    await user.type(await screen.findByRole('textbox', { name: 'Feedback' }), 'Too dark');
    await back();
    await expectNoDialog();
    await user.click(screen.getAllByRole('button', { name: 'Reject' })[0]!);
    expect(await screen.findByRole('textbox', { name: 'Feedback' })).toHaveValue('Too dark');
  });

  it('leaves the page at once when the view was closed by its button, by Escape, or before it was drawn', async () => {
    const user = open(REVIEW);
    const picture = await screen.findByRole('button', { name: 'View full size: Tulips' });
    await user.click(picture);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await user.click(picture);
    await user.keyboard('{Escape}');
    act(() => {
      picture.click();
      screen.queryByRole('button', { name: 'Close' })?.click();
    });
    await user.keyboard('{Escape}');
    await expectNoDialog();
    await expectLeaves(REVIEW, '/public/moments');
  });
});

describe('Back, on the pages of staff', () => {
  it('closes the menu of a phone', async () => {
    window.innerWidth = 390;
    const user = open('/clients');
    await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    await screen.findByRole('navigation', { name: 'Main menu' });
    await back();
    await waitFor(() => expect(screen.getByLabelText('Toggle sidebar')).toHaveAttribute('aria-expanded', 'false'));
    await expectLeaves('/clients', '/public/moments');
  });

  it('leads from a page that was chosen in the menu to the one before, in one step', async () => {
    window.innerWidth = 390;
    const user = open('/clients');
    for (const name of ['Agencies', 'Clients']) {
      await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
      const menu = await screen.findByRole('navigation', { name: 'Main menu' });
      await user.click(within(menu).getByRole('link', { name }));
      await screen.findByRole('heading', { name, level: 1 });
    }
    await expectLeaves('/clients', '/agencies');
    expect(await screen.findByText('No agencies yet')).toBeInTheDocument();
    await expectLeaves('/agencies', '/clients');
    expect(await screen.findByRole('heading', { name: 'Clients', level: 1 })).toBeInTheDocument();
  });

  it('leaves Forward to a page that was chosen in the menu', async () => {
    window.innerWidth = 390;
    const user = open('/clients');
    await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    await user.click(within(menu).getByRole('link', { name: 'Agencies' }));
    await screen.findByRole('heading', { name: 'Agencies', level: 1 });
    await expectLeaves('/agencies', '/clients');
    await act(async () => window.history.forward());
    expect(await screen.findByText('No agencies yet')).toBeInTheDocument();
    await expectLeaves('/agencies', '/clients');
  });

  it('closes a form; one with unsaved input asks first, and Back again keeps editing', async () => {
    const user = open('/clients/c1');
    const edit = await screen.findByRole('button', { name: /Edit Client/ });
    await user.click(edit);
    await screen.findByRole('dialog', { name: 'Edit Client' });
    await back();
    await expectNoDialog();

    await user.click(edit);
    const form = within(await screen.findByRole('dialog', { name: 'Edit Client' }));
    await user.type(form.getByLabelText('Phone'), '1');
    await back();
    await screen.findByText('Discard unsaved changes?');
    await waitFor(() => expect(window.history.state).toHaveProperty('isOverlay'));
    await back();
    await waitFor(() => expect(dialogs()).toHaveLength(1));
    expect(form.getByLabelText('Phone')).not.toHaveValue('');
    await waitFor(() => expect(window.history.state).toHaveProperty('isOverlay'));

    await back();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await expectNoDialog();
    await expectLeaves('/clients/c1', '/public/moments');
  });

  it('waits for a deletion in progress', async () => {
    let release = () => {};
    fakeServer.on('DELETE /api/clients/c1', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      fakeServer.on('GET /api/clients', { body: [] });
      return { status: 204 };
    });
    const user = open('/clients');
    await user.click(await screen.findByRole('button', { name: 'Delete Acme' }));
    const confirm = within(await screen.findByRole('dialog'));
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(fakeServer.calls('DELETE /api/clients/c1')).toHaveLength(1));
    await back();
    expect(dialogs()).toHaveLength(1);
    await waitFor(() => expect(window.history.state).toHaveProperty('isOverlay'));
    release();
    await expectNoDialog();
    await expectLeaves('/clients', '/public/moments');
  });
});

describe('overlays over each other', () => {
  function Stack() {
    const [depth, setDepth] = useState(0);
    return (
      <>
        <button onClick={() => setDepth(depth + 1)}>Open</button>
        <button onClick={() => setDepth(0)}>Close all</button>
        {[1, 2, 3].map((at) => (
          <Layer key={at} open={depth >= at} onClose={() => setDepth(at - 1)} />
        ))}
        <output>{depth}</output>
      </>
    );
  }

  function Layer({ open: isOpen, onClose }: { open: boolean; onClose: () => void }) {
    useBackToClose(isOpen, onClose);
    return null;
  }

  it('close one by one or all at once, and leave no history entries behind', async () => {
    pageHistory.pushState({ idx: 0 }, '', '/before');
    pageHistory.pushState({ idx: 1 }, '', '/here');
    render(<Stack />);
    const user = userEvent.setup();
    const depth = () => screen.getByRole('status').textContent;
    for (let opened = 0; opened < 3; opened += 1) await user.click(screen.getByText('Open'));
    await back();
    expect(depth()).toBe('2');
    await waitFor(() => expect(window.history.state).toHaveProperty('isOverlay'));
    await back();
    expect(depth()).toBe('1');
    await waitFor(() => expect(window.history.state).toHaveProperty('isOverlay'));
    await user.click(screen.getByText('Open'));
    await user.click(screen.getByText('Close all'));
    await expectLeaves('/here', '/before');
  });

  it('leave Forward without effect once they are closed', async () => {
    pageHistory.pushState({ idx: 1 }, '', '/here');
    render(<Stack />);
    const user = userEvent.setup();
    await user.click(screen.getByText('Open'));
    await back();
    await act(async () => window.history.forward());
    await waitFor(assertNoEntry);
    expect(screen.getByRole('status')).toHaveTextContent('0');
    expect(window.location.pathname).toBe('/here');
  });
});

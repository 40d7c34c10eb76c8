import type { ReviewLinkView } from '@gmb-moments/backend/contract/links';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { anImage, MOMENT_ID, serve } from '../images/images.fixtures';

const TOKEN = 'Zm9yYmlkZGVuLWxpbmstMQ';
const SEEN = {
  branding: { name: 'North Star Local', primaryColor: '#c2410c', logoUrl: null },
  client: { business: 'Harbor Dental' },
  language: 'en' as const,
};
const OPEN = { ...SEEN, state: 'open', reviewer: { name: 'Maria Lopez' }, mayDecide: true } as const;

/** Renders the page of a link. Requests read the link's token from the address of the window. */
function open(view: ReviewLinkView, path = `/r/${TOKEN}`) {
  fakeServer.on('GET /api/review-link', { body: view });
  fakeServer.on('POST /api/review-link/opened', { status: 204 });
  window.history.replaceState(null, '', path);
  return renderRoute(path);
}

describe('the page of a reviewer’s own link', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('shows the moment that it opens, and names the link in each request', async () => {
    serve([anImage()]);
    open({ ...OPEN, opens: 'moment', id: MOMENT_ID });
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible();
    const asked = fakeServer.requests.filter(({ path }) => path.startsWith('/api/public/'));
    expect(asked.length).toBeGreaterThan(0);
    for (const { headers } of asked) expect(headers['review-link']).toBe(TOKEN);
  });

  it('offers no decision where it may only look', async () => {
    serve([anImage()]);
    const { user } = open({ ...OPEN, mayDecide: false, opens: 'moment', id: MOMENT_ID });
    expect(await screen.findByText('With this link you can look, but not decide.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).not.toBeInTheDocument();
    await user.keyboard('ja');
    expect(fakeServer.requests.filter(({ path }) => path.endsWith('/approve'))).toEqual([]);
  });

  it('lists all that waits, then what is decided', async () => {
    const moment = { kind: 'moment', status: 'pending', coverUrl: null, dueOn: null, deliveredAt: null } as const;
    open({
      ...OPEN,
      opens: 'portal',
      items: [
        { ...moment, id: 'm1', title: 'Spring office photos', dueOn: '2999-12-03', decided: 8, total: 10 },
        { ...moment, id: 'm2', title: 'Opening day', status: 'approved', decided: 1, total: 1 },
        {
          id: 'o1',
          kind: 'optimization',
          title: 'Harbor Dental',
          status: 'in_progress',
          coverUrl: null,
          dueOn: null,
          deliveredAt: null,
          decided: 0,
          total: 5,
        },
      ],
    });
    const waiting = within(await screen.findByRole('region', { name: 'Waiting for you (2)' }));
    const links = waiting.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/r/${TOKEN}/moments/m1`,
      `/r/${TOKEN}/optimizations/o1`,
    ]);
    expect(links[0]).toHaveTextContent('8 of 10 photos decidedPlease decide by Tuesday, December 3.');
    expect(within(screen.getByRole('region', { name: 'Decided' })).getByText('1 of 1 photo decided')).toBeVisible();
  });

  it('opens an entry of the list below its own address, with the way back', async () => {
    serve([anImage()]);
    open({ ...OPEN, opens: 'portal', items: [] }, `/r/${TOKEN}/moments/${MOMENT_ID}`);
    expect(await screen.findByRole('link', { name: 'All your reviews' })).toHaveAttribute('href', `/r/${TOKEN}`);
  });

  it('says that nothing was shared yet', async () => {
    open({ ...OPEN, opens: 'portal', items: [] });
    expect(await screen.findByText('Nothing to decide yet')).toBeVisible();
  });

  it('says in the reviewer’s language that the link is locked, and asks for nothing', async () => {
    open({ ...SEEN, state: 'locked', language: 'de' });
    expect(await screen.findByText('Dieser Link ist gesperrt')).toBeVisible();
    expect(screen.getByText(/^Ein falscher Zugangscode wurde zu oft eingegeben/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('asks for the passcode, and opens with the right one', async () => {
    serve([anImage()]);
    const { user } = open({ ...SEEN, state: 'passcode' });
    fakeServer.on(
      'POST /api/review-link/passcode',
      failure(403, 'WRONG_PASSCODE', 'This is not the passcode of this link.'),
    );
    await user.type(await screen.findByLabelText('Passcode'), 'roses{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is not the passcode of this link.');
    fakeServer.on('POST /api/review-link/passcode', { status: 204 });
    fakeServer.on('GET /api/review-link', { body: { ...OPEN, opens: 'moment', id: MOMENT_ID } });
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible();
  });

  it.each([
    ['expired', 'This link has expired'],
    ['revoked', 'This link was closed'],
  ] as const)('says in the brand that it is %s', async (state, title) => {
    open({ ...SEEN, state });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(/Please ask North Star Local for a new link/)).toBeVisible();
  });

  it('says that a link leads nowhere', async () => {
    fakeServer.on('GET /api/review-link', failure(404, 'NOT_FOUND', 'Link not found'));
    renderRoute(`/r/${TOKEN}`);
    expect(await screen.findByText('Link not found')).toBeVisible();
  });
});

describe('an open link that was closed', () => {
  it('says so in the brand', async () => {
    serve([anImage()]);
    const closed = failure(403, 'LINK_CLOSED', 'This link was closed. Please ask for a new one.');
    fakeServer.on(`GET /api/public/${MOMENT_ID}`, closed);
    fakeServer.on(`GET /api/public/${MOMENT_ID}/images`, closed);
    renderRoute(`/public/${MOMENT_ID}`);
    expect(await screen.findByRole('heading', { name: 'This link was closed' })).toBeVisible();
    expect(await screen.findByText('Northlight')).toBeVisible();
  });
});

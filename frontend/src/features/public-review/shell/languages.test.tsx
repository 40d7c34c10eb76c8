import type { ReviewLinkView } from '@gmb-moments/backend/contract/links';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { anImage, MOMENT_ID, serve } from '../images/images.fixtures';

const TOKEN = 'Zm9yYmlkZGVuLWxpbmstMQ';
const { documentElement: html } = document;

function browserSpeaks(...languages: string[]): void {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

function openNamed(language: ReviewLinkView['language']) {
  const view: ReviewLinkView = {
    branding: { name: 'North Star Local', primaryColor: '#c2410c', logoUrl: null },
    client: { business: 'Harbor Dental' },
    language,
    state: 'passcode',
  };
  fakeServer.on('GET /api/review-link', { body: view });
  window.history.replaceState(null, '', `/r/${TOKEN}`);
  return renderRoute(`/r/${TOKEN}`);
}

afterEach(() => {
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
  document.cookie = 'language=; path=/; max-age=0';
});

describe('a review in the language of the browser', () => {
  it('is done in French', async () => {
    browserSpeaks('ja', 'fr-CA', 'en');
    const [first, second] = serve([anImage(), anImage()]);
    fakeServer.on(`POST /api/images/${first!.id}/decision/undo`, () => ({
      body: Object.assign(first!, { status: 'pending' }),
    }));
    fakeServer.on(`POST /api/public/${MOMENT_ID}/done`, { status: 204 });
    const { user } = renderRoute(`/public/${MOMENT_ID}`);
    expect(await screen.findByRole('heading', { name: 'Vérifier et approuver les contenus' })).toBeVisible();
    expect([html.lang, html.dir]).toEqual(['fr', 'ltr']);
    expect(screen.getByText('0 sur 2 décidés')).toBeVisible();

    const card = () => within(screen.getByRole('article', { name: /^Image 1 : / }));
    await user.click(card().getByRole('button', { name: 'Approuver' }));
    expect(await screen.findByText('L’image est approuvée')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(await screen.findByText('Décision annulée')).toBeVisible();
    await user.click(await card().findByRole('button', { name: 'Approuver' }));

    const other = within(screen.getByRole('article', { name: /^Image 2 : / }));
    await user.click(await other.findByRole('button', { name: 'Refuser' }));
    await user.type(await screen.findByRole('textbox', { name: 'Remarques' }), 'Plus clair');
    await user.click(screen.getByRole('button', { name: 'Envoyer' }));
    expect(await screen.findByText('Remarques envoyées')).toBeVisible();
    expect(second).toMatchObject({ status: 'rejected', feedback: 'Plus clair' });
    expect(await screen.findByRole('heading', { name: '1 approuvé' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'J’ai terminé' }));
    await waitFor(() =>
      expect(fakeServer.requests.some(({ path }) => path === `/api/public/${MOMENT_ID}/done`)).toBe(true),
    );
  });

  it('is read from right to left in Arabic, and leads on to the left', async () => {
    browserSpeaks('ar-EG');
    serve([anImage(), anImage({ title: 'Summer flowers' })]);
    const { user } = renderRoute(`/public/${MOMENT_ID}`);
    await user.click((await screen.findAllByRole('button', { name: /^عرض بالحجم الكامل/ }))[0]!);
    expect([html.lang, html.dir]).toEqual(['ar', 'rtl']);
    await user.keyboard('{ArrowLeft}');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('Summer flowers')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'موافقة' }));
    expect(await screen.findByText('تمت الموافقة على الصورة')).toBeVisible();
  });

  it('says in that language what a proxy answered with a page', async () => {
    browserSpeaks('es');
    const [image] = serve([anImage()]);
    const page = { status: 504, body: '<html><body><center>nginx</center></body></html>' };
    fakeServer.on(`POST /api/images/${image!.id}/approve`, page);
    const { user } = renderRoute(`/public/${MOMENT_ID}`);
    await user.click(await screen.findByRole('button', { name: 'Aprobar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/El servidor no responde en este momento/);
    expect(screen.queryByText(/nginx/)).not.toBeInTheDocument();
  });

  it('is done in English where no language of the browser is spoken', async () => {
    browserSpeaks('ja');
    serve([anImage()]);
    renderRoute(`/public/${MOMENT_ID}`);
    expect(await screen.findByRole('heading', { name: 'Review & Approve Content' })).toBeVisible();
    expect(html.lang).toBe('en');
  });
});

describe('the page of a reviewer’s own link', () => {
  it('speaks the reviewer’s language, also in what the server refuses', async () => {
    browserSpeaks('fr');
    const { user } = openNamed('de');
    fakeServer.on('POST /api/review-link/passcode', failure(403, 'WRONG_PASSCODE', 'This is not the passcode.'));
    await user.type(await screen.findByLabelText('Zugangscode'), 'roses{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Das ist nicht der Zugangscode dieses Links.');
  });

  it('speaks the browser’s language where the link leads nowhere', async () => {
    browserSpeaks('fr');
    fakeServer.on('GET /api/review-link', failure(404, 'NOT_FOUND', 'Link not found'));
    renderRoute(`/r/${TOKEN}`);
    expect(await screen.findByText('Lien introuvable')).toBeVisible();
  });

  it('speaks the language that was chosen, and keeps it for the next page', async () => {
    browserSpeaks('fr');
    const { user } = openNamed('de');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sprache' }), 'Nederlands');
    expect(await screen.findByLabelText('Toegangscode')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Taal' })).toHaveFocus();
    expect(document.cookie).toContain('language=nl');
  });
});

import { describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { contrast } from '@gmb-moments/backend/contract/contrast';
import { PALETTE } from '../../../lib/palette';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import * as images from '../images/images.fixtures';
import * as sections from '../sections/sections.fixtures';

/** Behaviour of both review pages. */
const PAGES = [
  {
    kind: 'images',
    path: `/public/${images.MOMENT_ID}`,
    read: `GET /api/public/${images.MOMENT_ID}`,
    opened: `POST /api/public/${images.MOMENT_ID}/opened`,
    missing: 'Moment not found',
    serve: (primaryColor = '#ffff00') => {
      images.serve([images.anImage()]);
      const branding = { body: { agency: { ...images.BRANDING.agency, primaryColor } } };
      fakeServer.on(`GET /api/public/${images.MOMENT_ID}/branding`, branding);
      return images.VIEW;
    },
    withdraw: () => fakeServer.emitToVisitors('moment.deleted', { momentId: images.MOMENT_ID }),
  },
  {
    kind: 'sections',
    path: sections.PAGE,
    read: `GET ${sections.PATH}`,
    opened: `POST ${sections.PATH}/opened`,
    missing: 'Optimization Not Found',
    serve: (primaryColor = '#ffff00') => {
      const view = sections.aView();
      view.branding.primaryColor = primaryColor;
      return sections.serve(view);
    },
    withdraw: () => fakeServer.emitToVisitors('optimization.deleted', { optimizationId: 'any' }),
  },
];

describe.each(PAGES)('the page of $kind', ({ path, read, opened, missing, serve, withdraw }) => {
  const shown = () => screen.findAllByRole('article');
  const connected = () => waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());

  it.each(['light', 'dark'] as const)(
    'fills with any brand colour as it is, and makes it readable as text, in the %s theme',
    async (theme) => {
      for (const primaryColor of ['#000000', '#ffffff', '#facc15', '#0a1f44', '#6366f1', '#059669']) {
        serve(primaryColor);
        renderRoute(path);
        const style = (await screen.findByText('Northlight')).closest<HTMLElement>('.review')!.style;
        const value = (name: string) => style.getPropertyValue(name);
        expect(value('--brand')).toBe(primaryColor);
        for (const fill of ['--brand', '--brand-hover', '--brand-active'])
          expect(contrast(value(fill), value('--on-brand'))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(value(`--brand-text-${theme}`), PALETTE[theme].surface)).toBeGreaterThanOrEqual(4.5);
        for (const ground of [PALETTE[theme].surface, PALETTE[theme].bg])
          expect(contrast(value(`--brand-edge-${theme}`), ground)).toBeGreaterThanOrEqual(3);
        cleanup();
      }
    },
  );

  it('shows that it is loading', async () => {
    const answer = images.gate();
    const view = serve();
    fakeServer.on(read, async () => {
      await answer.opened;
      return { body: view };
    });
    renderRoute(path);
    expect(await screen.findByText('Loading...')).toBeVisible();
    answer.open();
    expect((await shown())[0]).toBeVisible();
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
  });

  it('says that its link leads nowhere, and reports nothing to the team', async () => {
    renderRoute(path);
    expect(await screen.findByRole('heading', { name: missing })).toBeVisible();
    expect(fakeServer.calls(opened)).toHaveLength(0);
  });

  it('says why it could not be loaded, and tries again', async () => {
    const view = serve();
    fakeServer.on(read, failure(503, 'DATABASE_UNAVAILABLE', 'The database is down.'));
    const { user } = renderRoute(path);
    expect(await screen.findByText('The database is down.')).toBeVisible();
    fakeServer.on(read, { body: view });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await shown())[0]).toBeVisible();
  });

  it('says that the team withdrew it', async () => {
    serve();
    renderRoute(path);
    await shown();
    await connected();
    fakeServer.on(read, failure(404, 'NOT_FOUND', 'Not found'));
    withdraw();
    expect(await screen.findByRole('heading', { name: missing })).toBeVisible();
  });

  it('shows when it is not live', async () => {
    serve();
    renderRoute(path);
    await shown();
    await connected();
    testSockets.disconnectSockets(true);
    expect(await screen.findByText('Reconnecting…')).toBeVisible();
    await connected();
  });

  it('reports to the team once per session that a person has touched it, and not that it was loaded', async () => {
    const setVisibility = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    serve();
    setVisibility('hidden');
    renderRoute(path);
    await shown();
    expect(fakeServer.calls(opened)).toHaveLength(0);
    setVisibility('visible');
    expect(fakeServer.calls(opened)).toHaveLength(0);
    fireEvent.scroll(window);
    await waitFor(() => expect(fakeServer.calls(opened)).toHaveLength(1));
    fireEvent.keyDown(window, { key: 'Tab' });
    cleanup();
    renderRoute(path);
    await shown();
    fireEvent.pointerDown(window);
    expect(fakeServer.calls(opened)).toHaveLength(1);
  });
});

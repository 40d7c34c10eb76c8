import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderRoute, signedIn } from '../test/render-route';
import { fakeServer } from '../test/server';

const sidebar = () => screen.queryByRole('complementary');
const toggle = () => screen.findByRole('button', { name: 'Toggle sidebar' });

describe('the sidebar', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/agencies', { body: [] });
  });

  it('is remembered for 7 days', async () => {
    const written = jest.spyOn(document, 'cookie', 'set');
    const { user } = renderRoute('/agencies');
    await user.click(await toggle());
    expect(written).toHaveBeenCalledWith(expect.stringMatching(/^sidebar_state=false;.*max-age=604800\b/));
    written.mockRestore();
  });

  it('is 16rem wide, and 3rem when it is collapsed', async () => {
    const { user } = renderRoute('/agencies');
    await user.click(await toggle());
    expect(sidebar()).toHaveStyle({ width: '3rem' });
    await user.click(await toggle());
    expect(sidebar()).toHaveStyle({ width: '16rem' });
  });

  it('is toggled by Ctrl+B, but not under a dialog', async () => {
    const { user } = renderRoute('/agencies');
    await toggle();
    await user.keyboard('{Control>}b{/Control}');
    expect(sidebar()).toHaveStyle({ width: '3rem' });
    await user.click(await screen.findByRole('button', { name: /Add Agency/ }));
    await user.click(await screen.findByLabelText('Name'));
    await user.keyboard('{Control>}b{/Control}');
    expect(sidebar()).toHaveStyle({ width: '3rem' });
  });

  it('is beside the page from 768px on', async () => {
    window.innerWidth = 768;
    renderRoute('/agencies');
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible();
    expect(sidebar()).toBeVisible();
  });

  it('is a slide-over of 18rem under 768px, over the page', async () => {
    window.innerWidth = 767;
    const { user } = renderRoute('/agencies');
    const button = await toggle();
    expect(sidebar()).toBeNull();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    await user.click(button);
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible();
    expect(document.querySelector('dialog > div')).toHaveStyle({ width: '18rem' });
  });
});

describe('the collapsed sidebar', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('names an entry when the pointer has rested on it for 700 ms, not sooner', async () => {
    signedIn();
    fakeServer.on('GET /api/agencies', { body: [] });
    document.cookie = 'sidebar_state=false; path=/';
    renderRoute('/agencies');
    await screen.findByText('No agencies yet');
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime, delay: null });
    await user.hover(screen.getByRole('link', { name: 'Clients' }).closest('li')!);
    await act(async () => jest.advanceTimersByTime(690));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    await act(async () => jest.advanceTimersByTime(20));
    expect(screen.getByRole('tooltip')).toHaveTextContent('Clients');
  });
});

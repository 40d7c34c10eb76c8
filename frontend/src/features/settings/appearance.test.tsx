import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { setSystemTheme } from '../../test/system-theme';

const shown = () => document.documentElement.dataset.theme;
const choice = (name: string) => screen.getByRole('radio', { name });

async function open() {
  const page = renderRoute('/settings');
  await screen.findByRole('radiogroup', { name: 'Theme' });
  return page;
}

describe('the choice of a theme', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/users', { body: [] });
  });

  it('is light unless another one was chosen, whatever the system has', async () => {
    setSystemTheme('dark');
    await open();
    expect(choice('Light')).toBeChecked();
    expect(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  });

  it('follows the system live once that is chosen, and keeps it', async () => {
    const { user } = await open();
    await user.click(choice('System'));
    expect(localStorage.getItem('theme')).toBe('system');
    expect(shown()).toBe('light');
    act(() => setSystemTheme('dark'));
    expect(shown()).toBe('dark');
    expect(choice('System')).toBeChecked();
    act(() => setSystemTheme('light'));
    expect(shown()).toBe('light');
  });

  it('is taken back by the button of the header, which chooses what is not shown', async () => {
    setSystemTheme('dark');
    localStorage.setItem('theme', 'system');
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(localStorage.getItem('theme')).toBe('light');
    expect(choice('Light')).toBeChecked();
    act(() => setSystemTheme('light'));
    act(() => setSystemTheme('dark'));
    expect(shown()).toBe('light');
  });

  it('is offered by the search, unless the system is followed already', async () => {
    const { user } = await open();
    const systemTheme = async () => {
      await user.keyboard('{Control>}k{/Control}');
      return within(await screen.findByRole('dialog')).queryByRole('option', { name: 'System theme' });
    };
    await user.click((await systemTheme())!);
    expect(choice('System')).toBeChecked();
    expect(await systemTheme()).toBeNull();
  });

  it('is shared by all tabs', async () => {
    await open();
    localStorage.setItem('theme', 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
    expect(shown()).toBe('dark');
    expect(choice('Dark')).toBeChecked();
  });
});

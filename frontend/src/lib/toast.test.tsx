import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Modal } from 'antd';
import { toast } from './toast';

const show = (kind: 'success' | 'error' | 'info', title: string, description?: string) =>
  act(async () => toast[kind](title, description));

describe('toasts', () => {
  it('are shown one at a time: a new one replaces the last', async () => {
    await show('success', 'Saved', 'Changes saved successfully');
    expect(await screen.findByText('Saved')).toBeVisible();
    await show('info', 'Image changed');
    expect(await screen.findByText('Image changed')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Saved')).not.toBeInTheDocument());
    for (const title of ['First', 'Second', 'Third']) await show('success', title);
    expect(await screen.findByText('Third')).toBeVisible();
    await waitFor(() => expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(1));
  });

  it.each([
    ['success', 'status'],
    ['info', 'status'],
    ['error', 'alert'],
  ] as const)('of the kind %s look like it, and are read out to screen readers as %s', async (kind, role) => {
    await show(kind, 'Title', 'Text');
    const shown = (await screen.findByText('Title')).closest(`[role=${role}]`);
    expect(shown).toHaveTextContent('TitleText');
    expect(shown?.closest(`.ant-notification-notice-${kind}`)).toBeVisible();
  });
});

describe('the position of toasts', () => {
  it.each(['desktop', 'phone'])('is the middle of the header, also over a dialog, on a %s', async (device) => {
    window.innerWidth = device === 'phone' ? 390 : 1280;
    render(<Modal open title="Edit" />);
    await show('error', 'Failed to update');
    const shown = await screen.findByText('Failed to update');
    expect(shown.closest('.ant-notification')).toHaveClass('ant-notification-top');
  });

  it('is free again after a click on the toast', async () => {
    await show('error', 'Failed to update');
    fireEvent.click(await screen.findByText('Failed to update'));
    await waitFor(() => expect(screen.queryByText('Failed to update')).not.toBeInTheDocument(), { timeout: 4000 });
  });
});

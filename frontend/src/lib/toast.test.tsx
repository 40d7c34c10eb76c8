import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Button, Flex, Modal } from 'antd';
import { toast } from './toast';

const show = (kind: 'success' | 'error' | 'info', title: string, description?: string) =>
  act(async () => toast[kind](title, description));

describe('notifications', () => {
  it('are shown one at a time: a new one takes the place of the last', async () => {
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
  ] as const)('of the kind %s look like it, and are told to screen readers as %s', async (kind, role) => {
    await show(kind, 'Title', 'Text');
    const notice = (await screen.findByText('Title')).closest(`[role=${role}]`);
    expect(notice).toHaveTextContent('TitleText');
    expect(notice?.closest(`.ant-notification-notice-${kind}`)).toBeVisible();
  });
});

describe('the place of notifications', () => {
  // jsdom draws nothing, so that nothing would be in sight.
  beforeEach(() => {
    jest.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const placeOf = async (title: string) =>
    (await screen.findByText(title)).closest('.ant-notification')?.className.match(/(?:top|bottom)Right/)?.[0];

  it('is the lower right, also when the success that is told closes a dialog', async () => {
    await show('success', 'Without a dialog');
    expect(await placeOf('Without a dialog')).toBe('bottomRight');
    render(<Modal open confirmLoading title="Edit" />);
    await show('success', 'Client updated');
    expect(await placeOf('Client updated')).toBe('bottomRight');
  });

  it('is the same while a dialog is on its way out', async () => {
    render(<Modal open title="Edit" className="ant-zoom-leave" />);
    await show('error', 'Failed elsewhere');
    expect(await placeOf('Failed elsewhere')).toBe('bottomRight');
  });

  it('is the upper right over a dialog that stays, away from its buttons', async () => {
    render(<Modal open confirmLoading title="Edit" />);
    await show('error', 'Failed to update');
    expect(await placeOf('Failed to update')).toBe('topRight');
  });

  it('is the upper right over a dialog that waits for nothing', async () => {
    render(<Modal open title="Setup DNS" />);
    await show('success', 'Copied');
    expect(await placeOf('Copied')).toBe('topRight');
  });

  it('is the upper right over a dialog with an action that does not close it', async () => {
    const footer = (
      <Flex>
        <Button loading>Verify</Button>
      </Flex>
    );
    render(<Modal open title="Setup DNS" footer={footer} />);
    await show('success', 'Domain Verified');
    expect(await placeOf('Domain Verified')).toBe('topRight');
  });
});

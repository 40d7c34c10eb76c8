import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { anImage, CAPTION } from '../../records/moments.fixture';
import { inspector, openMoment } from './moment-page.fixture';

const REJECTED = { status: 'rejected', feedback: 'Too dark' } as const;
const IMAGES = [anImage(1, CAPTION), anImage(2, REJECTED), anImage(3, { status: 'approved' })];

const selected = () => document.querySelector('[aria-current=true][data-tile]')?.closest('article');

describe('the shortcuts of a moment', () => {
  beforeEach(signedIn);

  it('move the selection, and the inspector with it', async () => {
    const { user } = await openMoment({ images: IMAGES });
    expect(selected()).toHaveAccessibleName('Image 1');
    await user.keyboard('j');
    expect(selected()).toHaveAccessibleName('Image 2');
    expect(inspector().getByText('photo-2.jpg')).toBeVisible();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(selected()).toHaveAccessibleName('Image 3');
    await user.keyboard('k{ArrowLeft}');
    expect(selected()).toHaveAccessibleName('Image 1');
  });

  it('leave the focus on the button that goes to the next photo', async () => {
    const { user } = await openMoment({ images: IMAGES });
    const next = inspector().getByRole('button', { name: 'Next photo' });
    await user.click(next);
    expect(inspector().getByText('photo-2.jpg')).toBeVisible();
    expect(next).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(inspector().getByText('photo-3.jpg')).toBeVisible();
  });

  it('move by one photo per key press, also for several presses within one frame', async () => {
    await openMoment({ images: IMAGES });
    const next = inspector().getByRole('button', { name: 'Next photo' });
    act(() => {
      next.click();
      next.click();
    });
    expect(selected()).toHaveAccessibleName('Image 3');
  });

  it('show the preview of a HEIC photo, which browsers cannot show, also in its own size', async () => {
    const image = anImage(1, { ...CAPTION, imageUrl: '/media/1/original.heic' });
    const { user } = await openMoment({ images: [image] });
    await user.click(screen.getByRole('button', { name: `Open preview of ${CAPTION.title}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.keyboard('z');
    expect(dialog.getByAltText(/./)).toHaveAttribute('src', image.previewUrl);
  });

  it('go through the photos in the full-size preview, each fitted to the window at first, or in its own size', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.click(screen.getByRole('button', { name: `Open preview of ${CAPTION.title}` }));
    const dialog = within(await screen.findByRole('dialog'));
    const photo = () => dialog.getByAltText(/./);
    const shown = () => photo().getAttribute('src');
    expect(dialog.getByText(CAPTION.title)).toBeVisible();
    expect(dialog.getByText(CAPTION.description)).toBeVisible();
    expect(dialog.getByText('1 of 3')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Previous photo' })).toBeDisabled();
    expect(shown()).toBe(IMAGES[0]!.previewUrl);
    await user.keyboard('z');
    expect(shown()).toBe(IMAGES[0]!.imageUrl);
    expect(photo()).toHaveStyle({ width: `${IMAGES[0]!.width}px` });
    await user.click(dialog.getByRole('button', { name: 'Fit' }));
    expect(shown()).toBe(IMAGES[0]!.previewUrl);
    await user.click(photo());
    expect(shown()).toBe(IMAGES[0]!.imageUrl);
    await user.keyboard('{ArrowRight}');
    expect(dialog.getByText('photo-2.jpg')).toBeVisible();
    expect(shown()).toBe(IMAGES[1]!.previewUrl);
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByText('3 of 3')).toBeVisible();
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(dialog.getByText('2 of 3')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(selected()).toHaveAccessibleName('Image 2');
  });

  describe('with several rejected photos', () => {
    const FOUR = [anImage(1), anImage(2, REJECTED), anImage(3), anImage(4, REJECTED)];

    async function openFour() {
      const page = await openMoment({ images: FOUR });
      let images = FOUR;
      fakeServer.on('GET /api/moments/moment-1/images', () => ({ body: images }));
      for (const image of FOUR) {
        const pending = { ...image, status: 'pending', feedback: '', version: 2 } as const;
        fakeServer.on(`POST /api/images/${image.id}/resubmit`, () => {
          images = images.map((old) => (old.id === image.id ? pending : old));
          return { body: pending };
        });
      }
      return page;
    }

    it('select and focus the next rejected photo after a resubmission', async () => {
      const { user } = await openFour();
      await user.click(screen.getByRole('button', { name: 'photo-2.jpg' }));
      await user.keyboard('r');
      await waitFor(() => expect(selected()).toHaveAccessibleName('Image 4'));
      expect(screen.getByRole('button', { name: 'photo-4.jpg' })).toHaveFocus();
      expect(await inspector().findByText('photo-4.jpg')).toBeVisible();
      await user.keyboard('r');
      await waitFor(() => expect(fakeServer.calls('POST /api/images/image-4/resubmit')).toHaveLength(1));
      expect(selected()).toHaveAccessibleName('Image 4');
    });

    it('keep the focus on Resubmit, which ignores the second click of a double click', async () => {
      const { user } = await openFour();
      await user.click(screen.getByRole('button', { name: 'photo-2.jpg' }));
      const button = screen.getByRole('button', { name: 'Resubmit for Approval' });
      await user.click(button);
      await waitFor(() => expect(selected()).toHaveAccessibleName('Image 4'));
      expect(await inspector().findByText('photo-4.jpg')).toBeVisible();
      expect(button).toHaveFocus();
      fireEvent.click(button, { detail: 2 });
      await user.keyboard('{Enter}');
      await waitFor(() => expect(button).toBeDisabled());
      expect(fakeServer.calls('POST /api/images/image-4/resubmit')).toHaveLength(1);
    });

    it('focus the next rejected photo after a resubmission from the feedback dialog', async () => {
      const { user } = await openFour();
      await user.click(within(screen.getByLabelText('Image 2')).getByRole('button', { name: 'Rejected' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Rejection Feedback' }));
      await user.click(dialog.getByRole('button', { name: 'Resubmit for Approval' }));
      await waitFor(() => expect(selected()).toHaveAccessibleName('Image 4'));
      await waitFor(() => expect(screen.getByRole('button', { name: 'photo-4.jpg' })).toHaveFocus());
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  it('type letters while the focus is in a field', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.type(inspector().getByLabelText('Title'), ' jk');
    expect(inspector().getByLabelText('Title')).toHaveValue(`${CAPTION.title} jk`);
    expect(selected()).toHaveAccessibleName('Image 1');
  });

  it('edit, regenerate photos that are not approved, and resubmit rejected ones', async () => {
    const { user } = await openMoment({ images: IMAGES });
    fakeServer.on('POST /api/images/image-1/regenerate', { status: 202, body: { jobId: 'job-1' } });
    fakeServer.on('POST /api/images/image-2/resubmit', { body: { ...IMAGES[1], status: 'pending', version: 2 } });
    await user.keyboard('g');
    await waitFor(() => expect(fakeServer.calls('POST /api/images/image-1/regenerate')).toHaveLength(1));
    await user.keyboard('jr');
    await waitFor(() => expect(fakeServer.calls('POST /api/images/image-2/resubmit')).toHaveLength(1));
    await user.keyboard('jgr');
    await user.keyboard('e');
    expect(await screen.findByRole('dialog', { name: 'Edit Caption' })).toBeInTheDocument();
    expect(fakeServer.requests.filter(({ path }) => path.startsWith('/api/images/image-3'))).toEqual([]);
  });

  it('close the inspector, which stays closed after a reload, and open the list of shortcuts', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.keyboard('i');
    expect(screen.queryByRole('region', { name: 'Selected image' })).toBeNull();
    expect(localStorage.getItem('moment-inspector')).toBe('closed');
    await user.keyboard('i');
    expect(inspector().getByText('photo-1.jpg')).toBeVisible();
    await user.keyboard('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(list).toHaveTextContent('Resubmit for Approval');
    expect(list).toHaveTextContent('Notifications');
  });

  it('open the list of shortcuts on narrow pages too, such as at a zoom of 200 %', async () => {
    window.innerWidth = 640;
    const { user } = await openMoment({ images: IMAGES });
    expect(screen.queryByRole('button', { name: 'Keyboard shortcuts' })).toBeNull();
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Next photo');
  });
});

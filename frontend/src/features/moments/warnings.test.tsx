import { beforeEach, describe, expect, it } from '@jest/globals';
import { NOT_CHECKED, type FindingKind, type FindingView } from '@gmb-moments/backend/contract/findings';
import { screen, within } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { anImage } from '../../records/moments.fixture';
import { inspector, openMoment } from './moment-page.fixture';

const aFinding = (kind: FindingKind, label: string, more: Partial<FindingView> = {}): FindingView => ({
  kind,
  label,
  message: `This photo: ${label}. Replace it.`,
  isIgnored: false,
  duplicateOf: null,
  ...more,
});
const BLURRED = aFinding('blurred', 'Blurred');
const COPY = aFinding('duplicate', 'Copy of another photo', {
  duplicateOf: { imageId: 'image-9', momentId: 'moment-2' },
});

const tile = (number: number) => within(screen.getByLabelText(`Image ${number}`));
const shown = () =>
  screen
    .getAllByRole('article', { hidden: true })
    .filter((one) => !one.closest('li')!.hidden)
    .map((one) => one.getAttribute('aria-label'));

describe('warnings about photos', () => {
  beforeEach(signedIn);

  it('stand on the tile, but those that are ignored', async () => {
    const findings = [BLURRED, COPY, aFinding('dark', 'Very dark', { isIgnored: true })];
    await openMoment({ images: [anImage(1, { findings }), anImage(2)] });
    expect(tile(1).getByText('Blurred, copy of another photo')).toBeVisible();
    expect(tile(2).queryByText(/blurred/i)).toBeNull();
  });

  it('are not all that can be wrong: what was not checked is said of each photo', async () => {
    await openMoment({ images: [anImage(1)] });
    expect(inspector().queryByRole('list', { name: 'Warnings' })).toBeNull();
    expect(inspector().getByText(NOT_CHECKED)).toBeVisible();
  });

  it('are filtered by, where there are any', async () => {
    const { user } = await openMoment({ images: [anImage(1), anImage(2, { findings: [BLURRED] }), anImage(3)] });
    await user.click(screen.getByRole('radio', { name: 'Has warnings (1)' }));
    expect(shown()).toEqual(['Image 2']);
    fakeServer.emit('image.changed', anImage(2, { findings: [{ ...BLURRED, isIgnored: true }] }));
    expect(await screen.findByRole('radio', { name: 'Has warnings (0)' })).toBeChecked();
    expect(shown()).toEqual(['Image 2']);
    await user.click(screen.getByText('All (3)'));
    expect(screen.queryByRole('radio', { name: /Has warnings/ })).toBeNull();
  });

  it('are ignored and brought back in the inspector', async () => {
    const image = anImage(1, { findings: [BLURRED] });
    const { user } = await openMoment({ images: [image] });
    const warnings = within(inspector().getByRole('list', { name: 'Warnings' }));
    expect(warnings.getByText(BLURRED.message)).toBeVisible();
    const ignored = { ...image, findings: [{ ...BLURRED, isIgnored: true }] };
    fakeServer.on('PUT /api/images/image-1/findings', { body: ignored });
    await user.click(warnings.getByRole('button', { name: 'Ignore' }));
    expect(await warnings.findByText('Ignored: blurred')).toBeVisible();
    expect(tile(1).queryByText('Blurred')).toBeNull();
    expect(warnings.queryByRole('button', { name: 'Replace' })).toBeNull();
    fakeServer.on('PUT /api/images/image-1/findings', { body: image });
    await user.click(warnings.getByRole('button', { name: 'Warn again' }));
    expect(await warnings.findByText(BLURRED.message)).toBeVisible();
    const sent = fakeServer.calls('PUT /api/images/image-1/findings').map(({ json }) => json);
    expect(sent).toEqual([
      { kind: 'blurred', isIgnored: true },
      { kind: 'blurred', isIgnored: false },
    ]);
  });

  it('lead to the other photo of a copy, and to another picture', async () => {
    const { user } = await openMoment({ images: [anImage(1, { findings: [COPY], status: 'approved' })] });
    const warnings = within(inspector().getByRole('list', { name: 'Warnings' }));
    expect(warnings.getByRole('link', { name: 'Show the other photo' })).toHaveAttribute(
      'href',
      '/moments/moment-2?image=image-9',
    );
    await user.click(warnings.getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('The client approved this image.')).toBeVisible();
  });
});

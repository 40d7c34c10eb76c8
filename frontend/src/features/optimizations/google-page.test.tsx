import type { ProfileView } from '@gmb-moments/backend/contract/profile';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { anOptimization } from '../../records/optimizations.fixture';
import { filledButtons } from '../../test/filled-buttons';
import { ADA, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const APPROVED = { version: 2, approvedBy: 'Maria Lopez', approvedAt: '2026-11-20T12:00:00Z', applied: null };
const QUESTIONS = [{ question: 'Do you deliver?', answer: 'Yes, in town.' }];

function aProfile(more: Partial<ProfileView> = {}): ProfileView {
  return {
    optimizationId: 'opt-1',
    businessName: 'Rose & Thorn Florist',
    gmbLink: 'https://maps.example.com/rose',
    sections: [
      { ...APPROVED, section: 'description', text: 'Fresh flowers for every day.', lines: [] },
      { ...APPROVED, section: 'services', text: 'Bouquets\nWreaths', lines: ['Bouquets', 'Wreaths'] },
      { ...APPROVED, section: 'faqs', text: JSON.stringify(QUESTIONS), lines: [] },
    ],
    faqs: { questions: QUESTIONS, html: '<h3>Do you deliver?</h3>', jsonLd: '<script>{"@type": "FAQPage"}</script>' },
    unapproved: ['serviceAreas', 'keywords'],
    ...more,
  };
}

const PATH = 'GET /api/gmb-optimizations/opt-1/profile';

async function open(profile = aProfile()) {
  fakeServer.on(PATH, { body: profile });
  const page = renderRoute('/gmb-optimizations/opt-1/google');
  await screen.findByRole('heading', { name: 'Ready for Google' });
  const section = (name: string) => within(screen.getByRole('region', { name }));
  return { ...page, section };
}

describe('ready for Google', () => {
  beforeEach(signedIn);

  it('shows what is approved with its length, and nothing of what is not', async () => {
    const { section } = await open();
    expect(
      screen.getByText(
        'Rose & Thorn Florist · Business Description, Services, and FAQs approved by Maria Lopez on November 20',
      ),
    ).toBeVisible();
    expect(section('Business Description').getByText('Fresh flowers for every day.')).toBeVisible();
    expect(section('Business Description').getByText('28/750')).toBeVisible();
    expect(section('Services').getByText('longest 8/140')).toBeVisible();
    expect(section('FAQs').getByText('1 question')).toBeVisible();
    expect(section('Service Areas').getByText(/Not approved yet/)).toBeVisible();
    expect(section('Service Areas').queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'profile.json' })).toHaveAttribute(
      'href',
      '/api/gmb-optimizations/opt-1/profile',
    );
    expect(screen.getByRole('link', { name: 'Open Google profile' })).toHaveAttribute(
      'href',
      'https://maps.example.com/rose',
    );
  });

  it('copies a section, a service, the questions in either form, and everything', async () => {
    const { user, section } = await open();
    const copied = async (name: string, place = section('FAQs')) => {
      await user.click(place.getByRole('button', { name }));
      return navigator.clipboard.readText();
    };
    expect(await copied('Copy: Services', section('Services'))).toBe('Bouquets\nWreaths');
    expect(await copied('Copy Wreaths', section('Services'))).toBe('Wreaths');
    expect(await copied('Copy JSON-LD: FAQs')).toContain('FAQPage');
    await user.click(section('FAQs').getByRole('radio', { name: 'HTML' }));
    expect(await copied('Copy HTML: FAQs')).toBe('<h3>Do you deliver?</h3>');
    await user.click(screen.getByRole('button', { name: 'Copy everything' }));
    expect(await navigator.clipboard.readText()).toBe(
      'Business Description\nFresh flowers for every day.\n\n\nServices\nBouquets\nWreaths\n\n\nFAQs\nDo you deliver?\nYes, in town.',
    );
  });

  it('notes what is applied, and leads to the next one', async () => {
    const { user, section } = await open();
    expect(screen.getByText('0 of 5 applied')).toBeVisible();
    expect(filledButtons()).toEqual([section('Business Description').getByRole('button', { name: /^Copy/ })]);
    const [description, ...others] = aProfile().sections;
    const applied = { at: new Date().toISOString(), by: 'Anna Keller', isCurrent: true };
    const body = aProfile({ sections: [{ ...description!, applied }, ...others] });
    // Not earlier, because the page refetches when it connects.
    fakeServer.on('PUT /api/gmb-optimizations/opt-1/applied/description', () => {
      fakeServer.on(PATH, { body });
      return { body };
    });
    await user.click(section('Business Description').getByRole('checkbox', { name: 'Applied: Business Description' }));
    expect(await screen.findByText('1 of 5 applied')).toBeVisible();
    expect(section('Business Description').getByText('Anna Keller')).toBeVisible();
    expect(filledButtons()).toEqual([section('Services').getByRole('button', { name: 'Copy: Services' })]);
    const [call] = fakeServer.calls('PUT /api/gmb-optimizations/opt-1/applied/description');
    expect(call!.json).toEqual({ version: 2 });
  });

  it('shows what is applied to who may not deliver, and lets them change none of it', async () => {
    const permissions = ADA.permissions.filter((permission) => permission !== 'review.deliver');
    fakeServer.on('GET /api/user', { body: { ...ADA, role: 'editor', permissions } });
    const [description, ...others] = aProfile().sections;
    const applied = { at: new Date().toISOString(), by: 'Anna Keller', isCurrent: true };
    const { section } = await open(aProfile({ sections: [{ ...description!, applied }, ...others] }));
    expect(section('Business Description').getByRole('checkbox')).toBeDisabled();
    expect(section('Business Description').getByText('Anna Keller')).toBeVisible();
    expect(section('Services').queryByRole('checkbox')).not.toBeInTheDocument();
    expect(section('Services').getByText('Not applied yet')).toBeVisible();
  });

  it('says that an earlier version is applied, and follows what changes', async () => {
    const [description, ...others] = aProfile().sections;
    const applied = { at: new Date().toISOString(), by: 'Anna Keller', isCurrent: false };
    await open(aProfile({ sections: [{ ...description!, applied }, ...others] }));
    expect(screen.getByText(/An earlier version:/)).toBeVisible();
    expect(screen.getByText('0 of 5 applied')).toBeVisible();
    fakeServer.on(PATH, { body: aProfile({ sections: [], faqs: null, unapproved: ['description'] }) });
    fakeServer.emit('optimization.changed', anOptimization());
    expect(await screen.findByText('Rose & Thorn Florist · Nothing is approved yet')).toBeVisible();
  });

  it('says what could not be noted, and shows it as it is', async () => {
    const { user, section } = await open();
    const code = 'SECTION_CHANGED';
    fakeServer.on('PUT /api/gmb-optimizations/opt-1/applied/services', failure(409, code, 'It was changed meanwhile.'));
    const box = section('Services').getByRole('checkbox');
    await user.click(box);
    expect(await screen.findByText('It was changed meanwhile.')).toBeVisible();
    await waitFor(() => expect(box).not.toBeChecked());
  });
});

import type { Page } from '@playwright/test';
import { photo } from './photos.ts';
import { button, click, dialog, heading, text, UNKNOWN_ID, type Layer, type Scene } from './scene.ts';
import type { Showcase } from './showcase.ts';

/** The link from a list to a record. */
const linkTo = (folder: string) => (page: Page) => page.locator(`main a[href^="${folder}/"]`).first();
/** An action of a moment's page: a button, or a menu entry on a phone. */
const ofMoment = (name: string) => async (page: Page) => {
  if (page.viewportSize()!.width >= 768) return button(page, name).click();
  await button(page, 'More actions').click();
  return page.getByRole('menuitem', { name }).click();
};
/** Staff pages without content. */
export const EMPTY: Scene[] = [
  { name: 'empty dashboard', path: '/', ready: text('No recent activity yet') },
  { name: 'no API keys', path: '/settings/api-keys', ready: text('No API keys yet') },
  { name: 'no agencies', path: '/agencies', ready: text('No agencies yet') },
  { name: 'no clients', path: '/clients', ready: text('No clients yet') },
  { name: 'no moments', path: '/moments', ready: text('No moments found') },
  { name: 'no optimizations', path: '/gmb-optimizations', ready: text('No GMB optimization packages yet') },
];

/** Staff pages with content. */
export function staffScenes(content: Showcase): Scene[] {
  return [
    {
      name: 'dashboard',
      path: '/',
      ready: linkTo('/moments'),
      layers: [dialog('the search', 'Search'), dialog('the notifications', /^Notifications/)],
    },
    ...agencyAndClientScenes(content),
    ...momentScenes(content),
    ...optimizationScenes(content),
    {
      name: 'settings',
      path: '/settings',
      ready: text('Open Team'),
      layers: [
        {
          name: 'a refused colour',
          open: (page) => page.getByLabel('Primary Color').fill('#12'),
          selector: 'main',
          escape: 'ignored',
        },
      ],
    },
    {
      name: 'team',
      path: '/settings/team',
      ready: text(content.colleague),
      layers: [
        dialog('a new colleague', 'Add Colleague'),
        dialog('an invitation', 'Invite Colleague'),
        dialog('the access of a colleague', `Change access of ${content.colleague}`),
        {
          name: 'removal of a colleague',
          open: async (page) => {
            await button(page, `More for ${content.colleague}`).click();
            await page.getByRole('menuitem', { name: 'Remove' }).click();
          },
        },
      ],
    },
    {
      name: 'API keys',
      path: '/settings/api-keys',
      ready: text(content.apiKey),
      layers: [
        dialog('a new API key', 'Create API Key'),
        dialog('the name of an API key', `Rename ${content.apiKey}`),
        dialog('the end of an API key', `Revoke ${content.apiKey}`),
      ],
    },
    {
      name: 'mail',
      path: '/settings/mail',
      ready: text('Mails to reviewers and to your team'),
      layers: [dialog('a preview of a mail', 'Preview Mails')],
    },
    { name: 'unknown path', path: '/no/such/page', ready: heading('404 Page Not Found') },
  ];
}

function agencyAndClientScenes({ clientId, agency, otherClient }: Showcase): Scene[] {
  return [
    {
      name: 'agencies',
      path: '/agencies',
      ready: text(agency),
      layers: [
        dialog('a new agency', 'Add Agency'),
        dialog('DNS set-up', /^Setup DNS for www/),
        dialog('DNS set-up of a verified domain', /^Setup DNS for review/),
        dialog('deletion of an agency', /^Delete/),
      ],
    },
    {
      name: 'clients',
      path: '/clients',
      ready: linkTo('/clients'),
      layers: [
        dialog('deletion of a client', /^Delete/),
        dialog('a new client', 'Add Client'),
        {
          name: 'a new client without a name',
          open: async (page) => {
            await button(page, 'Add Client').click();
            await page.getByRole('dialog').getByRole('button', { name: 'Add Client' }).click();
            await page.getByText('Business name is required').waitFor();
          },
        },
        {
          name: 'an import of clients with errors and warnings',
          open: async (page) => {
            await button(page, 'Import').click();
            await page
              .getByLabel('Clients to import')
              .fill(`name,agency,size\nRosa,Nobody & Co,1\n${otherClient},,2\nAcme,,3`);
            await page.getByText('No agency is called “Nobody & Co”').waitFor();
          },
          escape: 'ignored',
        },
      ],
    },
    {
      name: 'client',
      path: `/clients/${clientId}`,
      ready: text('Contact Information'),
      layers: [
        {
          name: 'unsaved changes of a client',
          open: async (page) => {
            await button(page, 'Edit Client').click();
            await page.getByRole('dialog').getByLabel('Categories').pressSequentially('Workshop,');
            await page.keyboard.press('Escape');
            await page.getByText('Discard unsaved changes?').waitFor();
          },
          escape: 'ignored',
        },
      ],
    },
    { name: 'unknown client', path: `/clients/${UNKNOWN_ID}`, ready: text('Client not found') },
  ];
}

function momentScenes({ momentId, emptyMomentId, revisedMomentId }: Showcase): Scene[] {
  const photos = photo('IMG_2041.jpg', 'DSC_0384.jpg');
  return [
    {
      name: 'moments',
      path: '/moments',
      ready: linkTo('/moments'),
      layers: [
        {
          name: 'choice of a client',
          open: (page) => page.getByLabel('Filter by client').click(),
          selector: '.ant-select-dropdown',
        },
      ],
    },
    {
      name: 'new package',
      path: '/moments/create',
      ready: heading('Create New Package'),
      layers: [
        {
          name: 'chosen images',
          open: (page) => page.locator('input[type=file]').setInputFiles([...photos, import.meta.filename]),
          selector: 'main',
          escape: 'ignored',
        },
      ],
    },
    {
      name: 'moment',
      path: `/moments/${momentId}`,
      ready: text('Please name the peonies.'),
      layers: [
        {
          name: 'full-size image',
          open: (page) => page.getByRole('article').getByRole('button').first().press('Enter'),
        },
        dialog('rejection feedback', 'Rejected'),
        { name: 'history', open: ofMoment('History') },
        {
          name: 'sharing with reviewers',
          open: async (page) => {
            await button(page, 'More actions').click();
            await page.getByRole('menuitem', { name: 'Share' }).click();
            await page.getByText('Has a link, unopened').waitFor();
          },
        },
        { name: 'deletion of a moment', open: ofMoment('Delete Package') },
        {
          name: 'inspector',
          // On a phone it covers the page, and the following layers open above it.
          open: (page) => page.getByRole('article', { name: 'Image 1' }).getByRole('button').first().click(),
          selector: '[aria-label="Selected image"]',
          escape: 'ignored',
        },
        { name: 'caption', open: click('Edit'), selector: 'dialog:has(form)' },
        {
          name: 'deletion of an image',
          open: click(/^Delete A bouquet/),
          selector: 'dialog:not(:has(form, [data-page-keys]))',
        },
        {
          name: 'search engine fields',
          open: (page) => page.getByText('SEO').click(),
          selector: 'details',
          escape: 'ignored',
        },
        {
          name: 'question before replacing',
          open: click('Replace Image'),
          selector: 'dialog:not(:has([data-page-keys]))',
        },
      ],
    },
    {
      name: 'links of a moment',
      path: `/moments/${momentId}`,
      ready: text('Please name the peonies.'),
      layers: [
        {
          name: 'sharing pane',
          open: async (page) => {
            await button(page, 'Sharing').click();
            await page.getByRole('article', { name: /^Link of/ }).waitFor();
          },
          selector: '[aria-label="Who may see it"]',
          escape: 'ignored',
        },
        { name: 'a link', open: click(/^Edit the link of/), selector: 'dialog:has(form)' },
        {
          name: 'question before revoking',
          open: click(/^Revoke the link of/),
          selector: 'dialog:not(:has([data-page-keys], section))',
        },
      ],
    },
    {
      name: 'images to be added',
      path: `/moments/${momentId}`,
      ready: text('Please name the peonies.'),
      layers: [
        {
          name: 'more images',
          open: async (page) => {
            await ofMoment('Add More Images')(page);
            await page.getByRole('dialog').locator('input[type=file]').setInputFiles(photos);
          },
          escape: 'ignored',
        },
      ],
    },
    {
      name: 'rejected images',
      path: `/moments/${momentId}`,
      ready: text('Please name the peonies.'),
      layers: [
        { name: 'filter', open: (page) => page.getByText('Rejected (1)').click(), selector: 'main', escape: 'ignored' },
      ],
    },
    {
      name: 'revised image',
      path: `/moments/${revisedMomentId}`,
      ready: text('Our shop in Rua das Flores'),
      layers: [
        {
          name: 'earlier version of an image',
          open: async (page) => {
            // On a phone, the inspector covers the page.
            await page.getByRole('article', { name: 'Image 1' }).getByRole('button').first().click();
            await page.getByText('Earlier version').click();
            await page.getByLabel('Slide between the pictures').waitFor();
          },
          selector: '[aria-label="Selected image"]',
          escape: 'ignored',
        },
      ],
    },
    { name: 'moment without images', path: `/moments/${emptyMomentId}`, ready: text('No images yet.') },
    { name: 'unknown moment', path: `/moments/${UNKNOWN_ID}`, ready: text('Moment not found') },
  ];
}

function optimizationScenes({ optimizationId, draftId }: Showcase): Scene[] {
  const wizard = (step: number, ready: Scene['ready'], layers?: Layer[]): Scene => ({
    name: `step ${step} of the wizard`,
    path: `/gmb-optimizations/create?draft=${draftId}&step=${step}`,
    ready,
    layers,
  });
  return [
    { name: 'optimizations', path: '/gmb-optimizations', ready: linkTo('/gmb-optimizations') },
    {
      name: 'wizard',
      path: '/gmb-optimizations/create',
      ready: heading('Basic Info'),
      layers: [
        {
          name: 'missing entries',
          open: async (page) => {
            await page.getByLabel('Website').fill('nowhere');
            await button(page, 'Next').click();
            await page.getByText('Must be a valid URL').waitFor();
          },
          selector: 'main',
          escape: 'ignored',
        },
      ],
    },
    wizard(1, heading('Basic Info')),
    wizard(2, heading('Current GMB Data')),
    wizard(3, heading('Review & Submit')),
    {
      name: 'optimization',
      path: `/gmb-optimizations/${optimizationId}`,
      ready: text('Please mention our workshop.'),
      layers: [
        {
          name: 'earlier version of a section',
          open: (page) => page.getByText('Earlier version').click(),
          selector: 'details[open]',
          escape: 'ignored',
        },
        dialog('regenerate', 'Regenerate Services'),
        dialog('history of an optimization', 'History'),
        dialog('links of an optimization', 'Sharing'),
        dialog('deletion of an optimization', 'Delete'),
        {
          name: 'unsaved edits',
          open: async (page) => {
            await page.getByLabel('Service Areas: AI Suggestion').fill('Porto');
            await button(page, 'Edit as JSON').click();
            await page.getByLabel('FAQs: AI Suggestion').fill('[');
            // Typing scrolls to the field, and a button may be half covered by the page's header.
            await page.evaluate(() => scrollTo(0, 0));
          },
          selector: 'main',
          escape: 'ignored',
        },
      ],
    },
    { name: 'unknown optimization', path: `/gmb-optimizations/${UNKNOWN_ID}`, ready: text('Optimization not found') },
  ];
}

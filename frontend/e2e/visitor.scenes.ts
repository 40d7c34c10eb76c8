import { button, click, dialog, heading, text, UNKNOWN_ID, type Layer, type Scene } from './scene.ts';
import type { Showcase } from './showcase.ts';

/** Pages of visitors, and staff pages without a session. */
export function visitorScenes(content: Showcase): Scene[] {
  const { momentId, emptyMomentId, decidedMomentId, revisedMomentId, publicLink, namedLinks } = content;
  return [
    {
      name: 'login',
      path: '/login',
      ready: text('Admin Login'),
      layers: [
        {
          name: 'failed login',
          open: async (page) => {
            await page.getByLabel('Email').fill('nobody@example.com');
            await page.getByLabel('Password').fill('wrong');
            await button(page, 'Sign In').click();
          },
          selector: '[role=alert]',
          escape: 'ignored',
        },
      ],
    },
    { name: 'forgotten password', path: '/forgot-password', ready: text('Forgot password?') },
    { name: 'a closed link to a password', path: '/password#x', ready: text('This link does not open any more') },
    { name: 'check of certificates', path: '/verify', ready: heading('Check a certificate') },
    { name: 'all work of a client', path: namedLinks.portal, ready: text('Waiting for you') },
    { name: 'passcode', path: namedLinks.locked, ready: heading('Enter the passcode') },
    { name: 'revoked link', path: namedLinks.revoked, ready: heading('This link was closed') },
    { name: 'unknown path, signed out', path: '/no/such/page', ready: heading('404 Page Not Found') },
    {
      name: 'image review',
      path: `/public/${momentId}`,
      ready: heading('Review & Approve Content'),
      layers: [
        dialog('full-size image for the client', /^View full size/),
        {
          name: 'reject dialog',
          open: async (page) => {
            await button(page, 'Reject').click();
            await page.getByPlaceholder('Describe what needs to be changed...').fill('Too dark');
          },
        },
      ],
    },
    { name: 'decided review', path: `/public/${decidedMomentId}`, ready: text('Thank you, your review is complete.') },
    {
      name: 'review of a revised image',
      path: `/public/${revisedMomentId}`,
      ready: text('Revised'),
      layers: [{ ...CHANGES, name: 'what changed of an image' }],
    },
    { name: 'review without images', path: `/public/${emptyMomentId}`, ready: heading('No images yet') },
    { name: 'unknown review', path: `/public/${UNKNOWN_ID}`, ready: heading('Moment not found') },
    {
      name: 'optimization review',
      path: `/gmb-preview/${publicLink}`,
      ready: heading('GMB Optimization Review'),
      layers: [
        { ...CHANGES, name: 'what changed of a section' },
        { name: 'menu of choices', open: click('Other choices for Services'), selector: '[role=menu]' },
        dialog('feedback dialog', 'Reject'),
      ],
    },
    { name: 'unknown link', path: '/gmb-preview/AAAAAAAAAAAAAAAAAAAAAA', ready: heading('Optimization Not Found') },
    ...publicMomentsScenes,
  ];
}

/** The comparison that a card shows on demand. */
const CHANGES: Omit<Layer, 'name'> = {
  open: async (page) => {
    await button(page, 'Show what changed').click();
    await page.locator('article:has([aria-expanded=true]) :is(dl, del, ins)').first().waitFor();
  },
  selector: 'article',
  escape: 'ignored',
};

const publicMomentsScenes: Scene[] = [
  {
    name: 'public moments',
    path: '/public/moments',
    ready: heading('Open a review link'),
    layers: [{ name: 'wrong link', open: click('Open'), selector: 'main', escape: 'ignored' }],
  },
];

/** Pages of an agency's domain. */
export function agencyHostScenes({ momentId }: Showcase): Scene[] {
  return [
    { name: 'access restricted', path: '/clients', ready: heading('Access Restricted') },
    { name: 'login not available', path: '/login', ready: heading('Login Not Available') },
    { name: 'unknown path of an agency', path: '/no/such/page', ready: heading('404 Page Not Found') },
    { name: 'image review of an agency', path: `/public/${momentId}`, ready: heading('Review & Approve Content') },
    ...publicMomentsScenes.map((scene) => ({ ...scene, name: `${scene.name} of an agency` })),
  ];
}

import type { MailKind } from '../contract/mail-kinds.js';
import type { DecisionsFacts, FactsOf, MailBrand, ReviewFacts } from './mail-facts.js';

/** Made-up facts for previews and tests: nothing of any client. */
export function sampleFacts(kind: MailKind, brand: MailBrand, origin: string): FactsOf<MailKind> {
  const titles = ['The shop in the evening', 'Peonies', 'Tulips', 'On the table'];
  const photos = titles.map((title, index) => ({ fileId: `${SAMPLE}${index}`, title }));
  const address = `${origin}/r/example`;
  const review: ReviewFacts = {
    reviewer: { name: 'Maria Lopez' },
    client: { business: 'Harbor Dental' },
    brand,
    address,
    replyTo: null,
    things: 'photos',
    left: 10,
    total: 10,
    photos,
    dueOn: '2026-11-30',
  };
  const staff = { user: { name: 'Anna Keller' }, brand, address: `${origin}/` };
  const decisions: DecisionsFacts = {
    ...staff,
    client: review.client,
    title: 'Spring office photos',
    by: 'Maria Lopez',
    things: 'photos',
    approved: 8,
    rejected: 2,
    left: 0,
    feedback: [
      { name: 'Tulips', feedback: 'Too dark. Could we have one in daylight?' },
      { name: 'On the table', feedback: 'Please leave the scissors out.' },
    ],
    photos: photos.slice(2),
  };
  const [daylight, scissors] = decisions.feedback;
  const again = [
    { ...daylight!, isChanged: true, reply: '' },
    { ...scissors!, isChanged: false, reply: 'They are what your shop is known for. May we keep them?' },
  ];
  const all: { [Kind in MailKind]: FactsOf<Kind> } = {
    invitation: { ...review, message: '' },
    newRound: { ...review, left: 2, photos: photos.slice(0, 2), dueOn: null, again, hasAdded: false },
    reminder: {
      ...review,
      left: 2,
      photos: photos.slice(0, 2),
      message: '',
      waiting: [{ title: decisions.title, things: 'photos', left: 2, dueOn: review.dueOn, address }],
      number: 1,
      of: 3,
    },
    receipt: { ...review, approved: 8, rejected: 2, left: 0, feedback: decisions.feedback },
    delivered: {
      ...review,
      photos: [...photos, ...photos],
      before: 0,
      changed: decisions.feedback.slice(0, 1),
      moments: [{ title: decisions.title, photos: 8, address }],
    },
    linkClosed: review,
    decisions,
    roundFinished: { ...decisions, note: 'Thank you, the first one is my favourite.' },
    runFailed: {
      ...staff,
      client: review.client,
      title: 'Spring office photos',
      failed: 3,
      total: 10,
      reason: 'The AI provider did not answer in time.',
    },
    digest: {
      ...staff,
      entries: [
        {
          client: 'Harbor Dental',
          title: 'Spring office photos',
          approved: 8,
          rejected: 2,
          left: 0,
          note: 'Thank you!',
          address,
        },
        { client: 'Bloom & Branch', title: 'Windows', approved: 3, rejected: 0, left: 4, note: '', address },
      ],
    },
    domainLost: {
      ...staff,
      agency: 'North Star Local',
      domain: 'review.northstar.example',
      reason: 'review.northstar.example points to 203.0.113.9 and not to this server.',
    },
    colleagueInvitation: { ...staff, user: { name: '' }, invitedBy: 'Anna Keller', days: 7 },
    lostPassword: { ...staff, minutes: 60 },
  };
  return all[kind];
}

/** What the names of pictures begin with that are in no storage; a number follows. */
export const SAMPLE = 'sample-';

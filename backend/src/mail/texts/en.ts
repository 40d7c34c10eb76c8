import type { PhrasesOf } from '../../contract/phrases.js';
import { SECTION_NAMES } from '../../contract/statuses.js';

/** The texts of mails in English, and the names of all texts. */
export const ENGLISH = {
  photos: { one: '{n} photo', other: '{n} photos' },
  sections: { one: '{n} section', other: '{n} sections' },
  items: { one: '{n} item', other: '{n} items' },
  'section.description': SECTION_NAMES.description,
  'section.services': SECTION_NAMES.services,
  'section.serviceAreas': SECTION_NAMES.serviceAreas,
  'section.faqs': SECTION_NAMES.faqs,
  'section.keywords': SECTION_NAMES.keywords,
  someone: 'A visitor',
  approved: 'Approved: {n}',
  rejected: 'To be changed: {n}',
  left: 'Still open: {n}',
  changed: 'Changed',
  answered: 'Answered',
  answer: 'Our answer',
  note: 'Note',
  decideBy: 'Please decide by {date}.',
  noAccount: 'No account needed. The link is yours alone.',
  named: '{client} named you as a reviewer.',
  stop: 'Stop these mails',
  staff: 'You get this mail as a member of staff of {brand}.',
  open: 'Open {title}',
  more: { one: 'and {n} more', other: 'and {n} more' },
  opens: 'If the button does not work, open this address:',

  'invitation.subject': '{client}: {things} for you to decide',
  'invitation.heading': {
    one: '{name}, {things} of {client} waits for your decision',
    other: '{name}, {things} of {client} wait for your decision',
  },
  'invitation.button': 'Review {things}',

  'reviewPage.subject': '{client}: your review page',
  'reviewPage.heading': '{name}, this is your review page for {client}',
  'reviewPage.text': 'Hello {name},\nnothing waits for your decision at the moment. Whatever comes next appears here.',
  'reviewPage.button': 'Open the review page',

  'newRound.subject': '{client}: {things} changed for you to look at',
  'newRound.heading': {
    one: '{name}, there is a new version of {things}',
    other: '{name}, there are new versions of {things}',
  },
  'newRound.text': 'We changed what you asked for. Please have a look.',
  'newRound.byUs': 'We changed something since you decided. Please have a look.',
  'newRound.button': 'Look at {things}',

  'answered.subject': '{client}: we answered you on {things}',
  'answered.heading': '{name}, we answered you on {things}',
  'answered.text': 'Nothing else was changed. Please read our answer and decide again.',

  'again.subject': '{client}: {things} for you to decide again',
  'again.heading': '{name}, {things} for you to decide again',
  'again.text': 'Some of it we changed as you asked, and some of it we answered. Please have a look.',

  'reminder.subject': {
    one: 'Reminder: {things} of {client} is left',
    other: 'Reminder: {things} of {client} are left',
  },
  'reminder.heading': { one: '{name}, {things} is left.', other: '{name}, {things} are left.' },
  'reminder.short': 'It takes less than a minute.',
  'reminder.progress': '{decided} of {total} decided. What you decided is saved.',
  'reminder.waiting': 'Please approve what may be published, and tell us what should change.',
  'reminder.button': { one: 'Review {things}', other: 'Review the last {things}' },
  'reminder.number': 'Reminder {number} of {of}. They end with your last decision.',

  'receipt.subject': '{client}: your decisions are saved',
  'receipt.heading': 'Thank you, {name}. Your decisions are saved.',
  'receipt.text': 'We publish what you approved, and change what you asked for.',
  'receipt.button': 'See your decisions',

  'delivered.subject': '{client}: {things} delivered',
  'delivered.heading': {
    one: '{name}, {things} of {client} is delivered',
    other: '{name}, {things} of {client} are delivered',
  },
  'delivered.text': 'Exactly what was approved was delivered, with its texts.',
  'delivered.before': 'New since the last delivery. Delivered before: {n}',
  'delivered.changed': 'Changed as you asked: {n}',
  'delivered.button': 'See what was delivered',

  'linkClosed.subject': '{client}: your link was closed',
  'linkClosed.heading': '{name}, your link for {client} was closed',
  'linkClosed.text':
    'It does not open the review page any more. What you decided stays. Write to us if you need it again.',

  'decisions.subject': '{client}: {by} decided on {things}',
  'decisions.heading': '{by} decided on {things} of {title}',

  'roundFinished.subject': '{client}: {by} is done with {title}',
  'roundFinished.heading': '{by} is done with {title}',

  'runFailed.subject': '{client}: {failed} of {total} could not be written',
  'runFailed.heading': '{failed} of {total} could not be written in {title}',

  'digest.subject': { one: '{brand}: decisions on {n} package', other: '{brand}: decisions on {n} packages' },
  'digest.heading': { one: '{name}, clients decided on {n} package', other: '{name}, clients decided on {n} packages' },
  'digest.button': 'Open {brand}',

  'domainLost.subject': '{agency}: {domain} is not verified any more',
  'domainLost.heading': '{domain} is not verified any more',
  'domainLost.text': 'Links for clients of {agency} do not open at this domain until it points here again.',
  'domainLost.button': 'Open the agencies',

  'colleagueInvitation.subject': '{by} invites you to {brand}',
  'colleagueInvitation.heading': '{by} invites you to {brand}',
  'colleagueInvitation.text': {
    one: 'Choose a password to sign in. The link works once, within {n} day.',
    other: 'Choose a password to sign in. The link works once, within {n} days.',
  },
  'colleagueInvitation.button': 'Choose a password',

  'lostPassword.subject': 'A new password for {brand}',
  'lostPassword.heading': 'Choose a new password',
  'lostPassword.text': {
    one: 'The link works once, within {n} minute.',
    other: 'The link works once, within {n} minutes.',
  },
  'lostPassword.ignore': 'If you did not ask for it, ignore this mail: nothing changes.',
  'lostPassword.button': 'Choose a new password',

  'stop.ask': 'Stop these mails?',
  'stop.what': 'You will get no more mails about reviews at this address. Links that you have still open.',
  'stop.button': 'Stop these mails',
  'stop.done': 'These mails are stopped.',
  'stop.links': 'Links that you have still open.',
  'stop.again': 'Get them again',
  'stop.unknown': 'This link leads nowhere',
  'stop.unknownWhat': 'Please open it again from the mail.',
} as const;

/** All texts of a language. `{name}` stands for a value. */
export type MailTexts = PhrasesOf<keyof typeof ENGLISH>;

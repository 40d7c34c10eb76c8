/**
 * Templates of the built-in provider. `{fact}` is replaced by that fact; a template is usable when all its facts are
 * known. A `[part]` is left out when one of its own facts is unknown. The first letter of the result becomes a
 * capital.
 *
 * A list of groups is in order of preference: the writer takes the first group that has a usable template, and from
 * it one template at random (seeded by the input).
 */
export const CAPTION_TITLES = [
  [
    '{topic} – {business}, {place}',
    '{topic} | {business}',
    '{topic} – {business}',
    '{business}: {topic}',
    '{topic}, {month} – {business}',
  ],
  ['{topic}', '{topic} – {photoTown}', '{topic}, {month}', '{topic} – {tones}'],
  [
    '{colours} – {business}, {place}',
    '{business}, {place} – in {colours}',
    '{business} – {category} in {businessTown}',
    '{business}, {category} – in {colours}',
    '{business} in {colours}',
    'a photo in {colours} from {business}',
    '{business}: {colours} {withLight}',
    '{business}: {tones}',
    '{month} in {colours} – {business}',
  ],
  ['{tones}', '{tones} {withLight}', '{tones} – {photoTown}', '{tones} – {month}', '{category} – {tones}'],
  ['a photo from {business}', '{business} {withLight}'],
];

/** First sentence of a caption's description. */
export const CAPTION_OPENINGS = [
  [
    '{topic}: a photo from {business}[ in {home}][, taken {inTownAndMonth}].',
    'from {business}[ in {home}]: {topic}[, photographed {inTownAndMonth}].',
    'shared by {business}[ in {home}]: {topic}[, taken {inTownAndMonth}].',
  ],
  [
    'a photo from {business}[ in {home}][, taken {inTownAndMonth}].',
    'this photo comes from {business}[ in {home}][, taken {inTownAndMonth}].',
    'shared by {business}[ in {home}]: a photo[ taken {inTownAndMonth}].',
    'photographed {inTownAndMonth}: a picture from {business}[ in {home}].',
  ],
];

/** Second sentence of a caption's description: colours and light of the picture. */
export const CAPTION_LOOKS = [
  [
    '{tones} {withLight} set the mood.',
    '{tones} run through the picture, {withLight}.',
    'the colours: {tones} {withLight}.',
    'the overall impression: {tones} {withLight}.',
    '{tones} give the picture its character, {withLight}.',
  ],
];

/** Further sentences of a caption's description, each with its own groups. They are used in any order. */
export const CAPTION_BUSINESS_SENTENCES = [
  [['{quote}']],
  [['we serve {areas}.', '{categories} in {businessTown}.', '{categories} for {areas}.']],
];

/** Last sentence of a caption's description and of a business description. */
export const CLOSINGS = [
  [
    'get in touch with us to find out more.',
    'questions? We are happy to help.',
    'tell us what you have in mind.',
    'we look forward to hearing from you.',
  ],
];

/** A caption's alternative text that names the place. */
export const GEO_ALT_DESCRIPTIONS = [
  [
    '{topic}, photographed {atAddress}: {shape} from {business}[, in {tones}].',
    '{shape} from {business}, taken {atAddress}: {topic}[, in {tones}].',
  ],
  [
    '{shape} from {business}, taken {atAddress}[, in {tones}].',
    'taken {atAddress}: {shape} from {business}[, in {tones}].',
  ],
  ['{topic}: {shape} from {business}[, {near}][, in {tones}].', '{topic} – from {business}[, {near}][, in {tones}].'],
  ['{shape} from {business}[, {near}][, in {tones}].'],
];

/** Sentences of a suggested business description. */
export const BUSINESS_DESCRIPTION = {
  openings: [
    ['{business} is your {categories} in {home}.', 'welcome to {business}, your {categories} in {home}.'],
    ['{business} is your {categories}.', 'welcome to {business}, your {categories}.'],
    ['you find {business} in {home}.', 'welcome to {business} in {home}.'],
    ['welcome to {business}.', '{business} is here for you.'],
  ],
  services: [['we offer {services}.', 'our services include {services}.', 'what you can come to us for: {services}.']],
  areas: [['we serve {areas}.', 'we are there for you in {areas}.', 'our service area: {areas}.']],
};

/** Questions and answers; a pair is used when the facts of its answer are known. */
export const FAQS = [
  { question: 'What does {business} offer?', answer: 'We offer {services}.' },
  { question: 'Which areas does {business} serve?', answer: 'We serve {areas}.' },
  { question: 'Where is {business}?', answer: 'You find us in {businessTown}.' },
  { question: 'When is {business} open?', answer: 'Our opening hours: {hours}.' },
];

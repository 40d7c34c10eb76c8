/** What the document says before its operations. */
export const ABOUT = `Review and approval of photos and of Google Business Profile texts.

**Sessions.** \`POST /api/login\` sets the cookie \`gmb.sid\`, which every operation needs that does not say otherwise. The public
pages need none: their links are the permission. Staff work on the main hosts only; an agency's domain has the public pages.

**API keys.** Programs send \`Authorization: Bearer gmb_…\` in place of the cookie, to all operations that are not for persons alone. Each answer
says in \`RateLimit\` how many requests are left (\`r\`) within how many seconds (\`t\`), and in \`RateLimit-Policy\` how many (\`q\`) there are in a window (\`w\` seconds).

**Errors.** Every answer from 400 up is an \`ErrorBody\`: \`code\` is stable, the sentence beside it may change. What a caller may
not see is answered like what does not exist. Addresses that exist for other methods answer 405 with \`Allow\`. 429 always says
in \`Retry-After\` how many seconds to wait, 503 where that is known.

**Lists** are arrays. \`limit\` and \`offset\` choose a part; \`X-Total-Count\` is the length of the whole.

**Versions and revisions.** What reviewers see has a \`version\`; a decision that names an older one is refused
(409 \`IMAGE_CHANGED\`, \`SECTION_CHANGED\`). What staff edit has a \`revision\`; an edit that names an older one is refused
(409 \`EDITED_MEANWHILE\`), and one that names none is written over whatever stands there.

**Uploads** are \`multipart/form-data\`. Requests that take an \`Idempotency-Key\` may be repeated with the same one. Numbers and booleans in forms and
queries are written as text. Pictures are read without a session from the addresses in \`imageUrl\`, \`previewUrl\` and \`thumbnailUrl\`.

**Unknown** fields of a body and parameters of a query are refused by name (400).

**Live events** come over Socket.IO and are described at \`/api/asyncapi.json\`.`;

/** The parts of the API. */
export const TAGS = [
  { name: 'agencies', description: 'The agencies whose brand the public pages show' },
  { name: 'api-keys', description: 'The keys by which programs act for a member of staff' },
  { name: 'audit', description: 'What the team did to its access, settings and data' },
  { name: 'auth', description: 'Signing in and out, the own account, and links by which a password is chosen' },
  { name: 'captions', description: 'Captions that the AI drafts' },
  { name: 'clients', description: 'The businesses that moments and optimizations are about' },
  { name: 'deliveries', description: 'Approved photos that leave as a ZIP' },
  { name: 'domains', description: "Agencies' domains" },
  { name: 'getting-started', description: 'The first steps of a new team' },
  { name: 'gmb-optimizations', description: 'Suggested texts for Google Business Profiles' },
  { name: 'health', description: 'Probes' },
  { name: 'history', description: 'What happened to all moments and optimizations' },
  { name: 'images', description: 'The photos of moments' },
  { name: 'links', description: "Who may see what: the open links, and the reviewers' own" },
  { name: 'mails', description: 'The outbox, and what mails look like' },
  { name: 'moments', description: 'Collections of photos that a client reviews' },
  { name: 'notifications', description: 'The notifications of the signed-in member of staff' },
  { name: 'review', description: 'What holders of a public link see and decide' },
  { name: 'reviewers', description: 'The people of a client who review' },
  { name: 'runs', description: 'Background work' },
  { name: 'search', description: 'Finding records by a text' },
  { name: 'settings', description: "The platform's brand" },
  { name: 'users', description: 'The members of staff, and invitations of colleagues' },
  { name: 'work', description: 'What waits for staff' },
];

/** What the document of the live events says before its messages. */
export const ABOUT_EVENTS = `Events over Socket.IO 4, by WebSocket only (\`transports: ['websocket']\`). The payload is the first argument of an event.

**Connecting.** \`auth: { as: 'staff' }\` needs the cookie of a session, which \`POST /api/login\` sets; \`auth: { as: 'visitor' }\` needs
none. Without \`as\`, who sends a session's cookie to a main host is staff. A refused connection ends with \`connect_error\`: a
sentence, and in \`data\` a code, such as \`NOT_SIGNED_IN\` for a cookie that is wrong or has expired. A session that ends closes its
connections; the client that connects again is refused.

**Messages** are acknowledged. One that this document does not know is acknowledged with \`ok: false\` and an error.

**Gaps.** Events that are sent while a client is not connected are not sent again: refetch after connecting, or ask with \`missed\`.`;

/** What each audience receives. */
export const CHANNELS = {
  staff: 'Everything that staff work with.',
  visitor: 'The one moment or optimization that the visitor watches, and the brand of the platform.',
};

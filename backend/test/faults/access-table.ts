import { BOARD_PATH } from '../../src/queue-board.js';

/** Who asks, in the order in which they do. */
export const WHO = ['guest', 'otherLink', 'elsewhere', 'link', 'staffAway', 'crossSite', 'outside', 'staff'] as const;
export type Who = (typeof WHO)[number];

/**
 * The routes that are not for staff alone, and what each of `WHO` is answered. A route without a row must be closed to all
 * but staff (`rowsFor`): a route that is opened to others needs its row here.
 * - guest: no session and no link; ids are guessed
 * - otherLink: a visitor whose link opens something else, and who tries it here
 * - elsewhere: a visitor with the right link, at another agency's domain
 * - link: a visitor with the right link
 * - staffAway: signed-in staff with the right link, at the domain of the agency that owns the content
 * - crossSite: another site's page in a browser in which staff are signed in; its reading is up to the browser, which
 *   keeps the answer from it, since none allows other sites
 * - outside: signed-in staff outside whose scope all of it lies; `-` where they are not asked, since the route is about no client,
 *   and staff would find nothing after them
 * - staff: signed-in staff, on a host where they work
 */
export const ROUTES = `
  Open to all who hold a link:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /api/gmb-optimizations/public/:publicLink                                  404        404        404   200        200        200        404    200
  GET    /api/gmb-optimizations/public/:publicLink/branding                         404        404        404   200        200        200        404    200
  POST   /api/gmb-optimizations/public/:publicLink/approve/:section                 404        404        404   200        200        403        404    200
  POST   /api/gmb-optimizations/public/:publicLink/done                             404        404        404   204        204        403        404    204
  POST   /api/gmb-optimizations/public/:publicLink/opened                           404        404        404   204        204        403        404    204
  POST   /api/gmb-optimizations/public/:publicLink/undo/:section                    404        404        404   409        409        403        404    409
  POST   /api/images/:id/approve                                                    404        404        404   200        200        403        404    200
  POST   /api/images/:id/decision/undo                                              404        404        404   409        409        403        404    409
  POST   /api/images/:id/reject                                                     404        404        404   200        200        403        404    200
  GET    /api/public/:id                                                            404        404        404   200        200        200        404    200
  GET    /api/public/:id/branding                                                   404        404        404   200        200        200        404    200
  GET    /api/public/:id/images                                                     404        404        404   200        200        200        404    200
  GET    /api/public/:id/delivered                                                  404        404        404   404        200        200        404    200
  POST   /api/public/:id/done                                                       404        404        404   204        204        403        404    204
  POST   /api/public/:id/opened                                                     404        404        404   204        204        403        404    204

  For reviewers with a link of their own (\`NAMED_ROUTES\`); here none is named:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /api/review-link                                                           404        404        404   404        404        404        404    404
  POST   /api/review-link/opened                                                    404        404        404   404        404        403        404    404
  POST   /api/review-link/passcode                                                  404        404        404   404        404        403        404    404

  Open to everybody:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /api/branding                                                              200        200        200   200        200        200        200    200
  GET    /api/certificate-keys                                                      200        200        200   200        200        200        200    200
  GET    /api/domains/allowed                                                       404        404        404   404        404        404        404    404
  GET    /api/health/live                                                           200        200        200   200        200        200        200    200
  GET    /api/health/ready                                                          200        200        200   200        200        200        200    200
  GET    /media/{*key}                                                              404        404        200   200        200        200        200    200

  Pages: with the content of a right link at a right host, else without any (\`review-pages.test.ts\`):
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /gmb-preview/:publicLink                                                   200        200        200   200        200        200        200    200
  GET    /r/:token{/*rest}                                                          200        200        200   200        200        200        200    200
  GET    /public/:id                                                                200        200        200   200        200        200        200    200
  GET    /public/moments                                                            200        200        200   200        200        200        200    200

  Stopping mails, by the token of an address, which is guessed here (\`mails.test.ts\`):
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /stop-mails/:token                                                         404        404        404   404        404        404        404    404
  POST   /stop-mails/:token                                                         404        404        404   404        404        404        404    404
  POST   /stop-mails/:token/resume                                                  404        404        404   404        404        404        404    404

  The way in, on the hosts where staff work:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  POST   /api/login                                                                 401        401        403   401        403        403        401    401
  POST   /api/login/options                                                         200        200        403   200        403        403        200    200
  POST   /api/login/passkey                                                         401        401        403   401        403        403        401    401
  POST   /api/logout                                                                204        204        403   204        403        403        204    204
  POST   /api/register                                                              403        403        403   403        403        403        201    201

  By a provider of single sign-on, which this system has none of (\`single-sign-on.test.ts\`):
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  POST   /api/single-sign-on/begin                                                  404        404        403   404        403        403        404    404
  POST   /api/single-sign-on/finish                                                 409        409        403   409        403        403        409    409
  POST   /api/single-sign-on/logout                                                 200        200        403   200        403        403        200    200
  PUT    /api/single-sign-on/passwords                                              401        401        403   401        403        403        404    404

  Choosing a password by a link, whose token is guessed here; this system sends no mail (\`password-links.test.ts\`):
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /api/password-resets                                                       200        200        403   200        403        200        200    200
  POST   /api/password-resets                                                       409        409        403   409        403        403        409    409
  POST   /api/password-links/check                                                  404        404        403   404        403        403        404    404
  POST   /api/password-links/use                                                    404        404        403   404        403        403        404    404

  For staff, who name an entry of the history that does not exist, or answer where nothing was rejected, or deliver where nothing was approved, or certify what was not delivered:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  POST   /api/gmb-optimizations/:id/restore                                         401        401        403   401        403        403        404    404
  PUT    /api/images/:id/reply                                                      401        401        403   401        403        403        404    409
  PUT    /api/gmb-optimizations/:id/reply/:section                                  401        401        403   401        403        403        404    409
  GET    /api/deliveries/:id/certificate.json                                       401        401        403   401        403        409        404    409
  GET    /api/deliveries/:id/certificate.pdf                                        401        401        403   401        403        409        404    409
  POST   /api/moments/:id/delivered                                                 401        401        403   401        403        403        404    409
  POST   /api/images/:id/restore                                                    401        401        403   401        403        403        404    404

  The own second factor, which staff send a wrong first code or passkey for (\`factors.test.ts\`, \`passkeys.test.ts\`):
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  POST   /api/factors/authenticator                                                 401        401        403   401        403        403        400    400
  POST   /api/passkeys                                                              401        401        403   401        403        403        400    400

  What the API says about itself:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /api/docs                                                                  200        200        404   200        404        200        200    200
  GET    /api/docs/index.html                                                       200        200        404   200        404        200        200    200
  GET    /api/docs/swagger-ui-init.js                                               200        200        404   200        404        200        200    200
  GET    /api/asyncapi.json                                                         200        200        404   200        404        200        200    200
  GET    /api/openapi.json                                                          200        200        404   200        404        200        200    200
`;

/** How a reviewer with a link of their own asks. */
export const NAMED = [
  'decides',
  'looks',
  'portal',
  'expired',
  'revoked',
  'noPasscode',
  'otherClient',
  'elsewhere',
] as const;
export type Named = (typeof NAMED)[number];

/**
 * What a reviewer's own link opens.
 * - decides, looks: to the moment or the optimization that is asked for, with and without the right to decide
 * - portal: to all work of the client that it belongs to
 * - expired, revoked, noPasscode: to it, in a state in which it does not open
 * - otherClient: to all work of another client
 * - elsewhere: the link of \`decides\` at another agency's domain
 */
export const NAMED_ROUTES = `
                                                                decides  looks  portal  expired  revoked  noPasscode  otherClient  elsewhere
  GET    /api/review-link                                           200    200     200      200      200         200          404        404
  POST   /api/review-link/opened                                    204    204     204      403      403         403          404        404
  POST   /api/review-link/passcode                                  204    204     204      404      404         403          404        404
  GET    /api/public/:id                                            200    200     200      403      403         403          404        404
  GET    /api/public/:id/branding                                   200    200     200      200      200         200          404        404
  GET    /api/public/:id/images                                     200    200     200      403      403         403          404        404
  GET    /api/public/:id/delivered                                  200    200     200      403      403         403          404        404
  POST   /api/public/:id/opened                                     204    204     204      403      403         403          404        404
  POST   /api/public/:id/done                                       204    403     204      403      403         403          404        404
  POST   /api/images/:id/reject                                     200    403     200      403      403         403          404        404
  POST   /api/images/:id/approve                                    409    403     409      403      403         403          404        404
  POST   /api/images/:id/decision/undo                              200    403     200      403      403         403          404        404
  GET    /api/gmb-optimizations/public/:id                          200    200     200      403      403         403          404        404
  GET    /api/gmb-optimizations/public/:id/branding                 200    200     200      200      200         200          404        404
  POST   /api/gmb-optimizations/public/:id/opened                   204    204     204      403      403         403          404        404
  POST   /api/gmb-optimizations/public/:id/done                     204    403     204      403      403         403          404        404
  POST   /api/gmb-optimizations/public/:id/approve/:section         200    403     200      403      403         403          404        404
  POST   /api/gmb-optimizations/public/:id/undo/:section            200    403     200      403      403         403          404        404
`;

/** What is no route: other pages and files of the frontend, and what lies beside the others. These pages hold no data. */
export const PAGES = `
                                    guest  otherLink  elsewhere  link  staffAway  crossSite  outside  staff
  GET    /                            200        200        200   200        200        200        200    200
  GET    /verify                      200        200        200   200        200        200        200    200
  GET    /login                       200        200        200   200        200        200        200    200
  GET    /forgot-password             200        200        200   200        200        200        200    200
  GET    /password                    200        200        200   200        200        200        200    200
  GET    /clients/:id                 200        200        200   200        200        200        200    200
  GET    /settings                    200        200        200   200        200        200        200    200
  GET    /no/such/page                200        200        200   200        200        200        200    200
  GET    /theme.js                    200        200        200   200        200        200        200    200
  GET    /assets/main.js              200        200        200   200        200        200        200    200
  GET    /assets/no-such.js           404        404        404   404        404        404        404    404
  GET    /api/no-such-route           404        404        404   404        404        404        404    404
  GET    /admin/queues-and-more       200        200        200   200        200        200        200    200
`;

/** What stands before and between the routes, by the names of its functions. */
export const MIDDLEWARE = [
  '<anonymous>', // Nest's own
  'requestId',
  '<anonymous>', // access log
  'helmetMiddleware',
  'otherHeaders', // the other security headers
  '<anonymous>', // the end of unread bodies
  'checkHeaders',
  'compression',
  'noStore',
  'byKey', // API keys
  '<anonymous>', // changes that another site sends
  'checkEncoding',
  'withSession',
  'authenticate', // Passport's session
  'loadUser',
  'traced',
  '<anonymous>', // staff only, at the documents of the API
  'serveStatic', // the readable one
  '<anonymous>', // staff only, at the board
  'ownBase',
  '<anonymous>', // the board
  'router', // review pages
  'router', // stopping mails
  'router', // files of the frontend, and its pages
  '<anonymous>', // nothing there: 404
  '<anonymous>', // errors
];

/** What stands in a row in place of a status. */
const ANSWERS: Record<string, (status: number) => boolean> = {
  /** The request was carried out, or the state of the record forbids it. */
  done: (status) => status < 300 || status === 409,
  /** The board answered: it says by itself what it does not know. */
  board: (status) => status < 500 && ![302, 401, 403].includes(status),
};

/** One row of a table. */
export interface Row<Asker extends string = Who> {
  /** `GET /api/clients/:id` */
  route: string;
  method: string;
  path: string;
  /** A status, or a name in `ANSWERS`. */
  expected: Record<Asker, string>;
}

/** The rows of the table, and one for each other route: closed to all but staff. */
export function rowsFor(routes: string[]): Row[] {
  const rows = rowsOf(ROUTES);
  const listed = new Set(rows.map(({ route }) => route));
  return [
    ...rows,
    ...rowsOf(
      routes
        .filter((route) => !listed.has(route))
        .map(staffRow)
        .join('\n'),
    ),
  ];
}

function staffRow(route: string): string {
  const isRead = route.startsWith('GET ');
  if (route.includes(` ${BOARD_PATH}/`)) {
    return `${route} ${isRead ? '302 302 404 302 404 board board board' : '401 401 404 401 404 403 board board'}`;
  }
  return `${route} 401 401 403 401 403 ${isRead ? 'done' : '403'} ${outside(route)} done`;
}

/** Routes without an id that name something outside in their bodies, or make it. */
const OUTSIDE_IN_BODY: Record<string, string> = {
  'POST /api/moments': '400',
  'POST /api/gmb-optimizations': '400',
  'POST /api/upload': '404',
  // A client without an agency, as the sample is, lies in a scope of all alone.
  'POST /api/clients': '400',
  'POST /api/client-imports': '400',
  // A key with more than the scope of its owner.
  'POST /api/api-keys': '400',
  'PUT /api/getting-started/sample': '403',
};

/** What staff are answered at a route for staff whose scope does not hold what it names. */
function outside(route: string): string {
  if (/ \/api\/(users|invitations|api-keys)\/:id/.test(route)) return '-';
  return OUTSIDE_IN_BODY[route] ?? (route.includes('/:id') ? '404' : 'done');
}

/** Reads a table. */
export function rowsOf(table: string): Row[];
export function rowsOf<Asker extends string>(table: string, askers: readonly Asker[]): Row<Asker>[];
export function rowsOf(table: string, askers: readonly string[] = WHO): Row<string>[] {
  const lines = table.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([method]) => /^[A-Z]+$/.test(method!))
    .map(([method, path, ...answers]) => ({
      route: `${method} ${path}`,
      method: method!,
      path: path!,
      expected: Object.fromEntries(askers.map((who, index) => [who, answers[index]!])),
    }));
}

/** What was answered, in the words of the table; `undefined` for somebody who was not asked. */
export function answered(expected: string, status: number | undefined): string {
  if (status === undefined) return '-';
  return ANSWERS[expected]?.(status) ? expected : String(status);
}

/** Who asks, in the order in which they do. */
export const WHO = ['guest', 'otherLink', 'elsewhere', 'link', 'staffAway', 'crossSite', 'staff'] as const;
export type Who = (typeof WHO)[number];

/**
 * Every route, and what each of them is answered:
 * - guest: no session and no link; ids are guessed
 * - otherLink: a visitor whose link opens something else, and who tries it here
 * - elsewhere: a visitor with the right link, at another agency's domain
 * - link: a visitor with the right link
 * - staffAway: signed-in staff with the right link, at the domain of the agency that owns the content
 * - crossSite: another site's page in a browser in which staff are signed in; its reading is up to the browser, which
 *   keeps the answer from it, since none allows other sites
 * - staff: signed-in staff, on a host where they work
 */
export const ROUTES = `
  Open to whoever holds a link:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  GET    /api/gmb-optimizations/public/:publicLink                                  404        404        404   200        200        200    200
  POST   /api/gmb-optimizations/public/:publicLink/approve/:section                 404        404        404   200        200        403    200
  POST   /api/gmb-optimizations/public/:publicLink/opened                           404        404        404   204        204        403    204
  POST   /api/gmb-optimizations/public/:publicLink/undo/:section                    404        404        404   409        409        403    409
  POST   /api/images/:id/approve                                                    404        404        404   200        200        403    200
  POST   /api/images/:id/decision/undo                                              404        404        404   409        409        403    409
  POST   /api/images/:id/reject                                                     404        404        404   200        200        403    200
  GET    /api/public/:id                                                            404        404        404   200        200        200    200
  GET    /api/public/:id/branding                                                   404        404        404   200        200        200    200
  GET    /api/public/:id/images                                                     404        404        404   200        200        200    200
  POST   /api/public/:id/opened                                                     404        404        404   204        204        403    204

  Open to everybody:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  GET    /api/branding                                                              200        200        200   200        200        200    200
  GET    /api/domains/allowed                                                       404        404        404   404        404        404    404
  GET    /api/health/live                                                           200        200        200   200        200        200    200
  GET    /api/health/ready                                                          200        200        200   200        200        200    200
  GET    /media/{*key}                                                              404        404        200   200        200        200    200

  Pages: with the content of a right link at a right host, else without any (\`review-pages.test.ts\`):
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  GET    /gmb-preview/:publicLink                                                   200        200        200   200        200        200    200
  GET    /public/:id                                                                200        200        200   200        200        200    200
  GET    /public/moments                                                            200        200        200   200        200        200    200

  The way in, on the hosts where staff work:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  POST   /api/login                                                                 401        401        403   401        403        403    401
  POST   /api/logout                                                                204        204        403   204        403        403    204
  POST   /api/register                                                              403        403        403   403        403        403    201

  For staff:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  GET    /api/agencies                                                              401        401        403   401        403        200    200
  POST   /api/agencies                                                              401        401        403   401        403        403    201
  DELETE /api/agencies/:id                                                          401        401        403   401        403        403    204
  GET    /api/agencies/:id                                                          401        401        403   401        403        200    200
  PATCH  /api/agencies/:id                                                          401        401        403   401        403        403    200
  POST   /api/agencies/:id/verify-domain                                            401        401        403   401        403        403    200
  POST   /api/client-imports                                                        401        401        403   401        403        403    201
  GET    /api/clients                                                               401        401        403   401        403        200    200
  POST   /api/clients                                                               401        401        403   401        403        403    201
  DELETE /api/clients/:id                                                           401        401        403   401        403        403    204
  GET    /api/clients/:id                                                           401        401        403   401        403        200    200
  PATCH  /api/clients/:id                                                           401        401        403   401        403        403    200
  GET    /api/getting-started                                                       401        401        403   401        403        200    200
  DELETE /api/getting-started/sample                                                401        401        403   401        403        403    204
  PUT    /api/getting-started/sample                                                401        401        403   401        403        403    204
  GET    /api/gmb-optimizations                                                     401        401        403   401        403        200    200
  POST   /api/gmb-optimizations                                                     401        401        403   401        403        403    201
  DELETE /api/gmb-optimizations/:id                                                 401        401        403   401        403        403    204
  GET    /api/gmb-optimizations/:id                                                 401        401        403   401        403        200    200
  PATCH  /api/gmb-optimizations/:id                                                 401        401        403   401        403        403    200
  POST   /api/gmb-optimizations/:id/generate                                        401        401        403   401        403        403    409
  GET    /api/gmb-optimizations/:id/history                                         401        401        403   401        403        200    200
  POST   /api/gmb-optimizations/:id/regenerate/:section                             401        401        403   401        403        403    202
  GET    /api/gmb-optimizations/:id/runs                                            401        401        403   401        403        200    200
  POST   /api/gmb-optimizations/:id/resubmit/:section                               401        401        403   401        403        403    409
  POST   /api/gmb-optimizations/:id/restore                                         401        401        403   401        403        403    404
  POST   /api/gmb-optimizations/:id/share                                           401        401        403   401        403        403    200
  DELETE /api/images/:id                                                            401        401        403   401        403        403    204
  PATCH  /api/images/:id                                                            401        401        403   401        403        403    200
  POST   /api/images/:id/regenerate                                                 401        401        403   401        403        403    202
  POST   /api/images/:id/replace                                                    401        401        403   401        403        403    200
  POST   /api/images/:id/resubmit                                                   401        401        403   401        403        403    409
  POST   /api/images/:id/resubmit/undo                                              401        401        403   401        403        403    409
  POST   /api/images/:id/restore                                                    401        401        403   401        403        403    404
  GET    /api/moments                                                               401        401        403   401        403        200    200
  POST   /api/moments                                                               401        401        403   401        403        403    201
  DELETE /api/moments/:id                                                           401        401        403   401        403        403    204
  GET    /api/moments/:id                                                           401        401        403   401        403        200    200
  PATCH  /api/moments/:id                                                           401        401        403   401        403        403    200
  POST   /api/moments/:id/add-images                                                401        401        403   401        403        403    201
  GET    /api/moments/:id/caption-run                                               401        401        403   401        403        200    200
  POST   /api/moments/:id/duplicate                                                 401        401        403   401        403        403    201
  POST   /api/moments/:id/generate-captions                                         401        401        403   401        403        403    202
  GET    /api/moments/:id/history                                                   401        401        403   401        403        200    200
  GET    /api/moments/:id/images                                                    401        401        403   401        403        200    200
  PUT    /api/moments/:id/order                                                     401        401        403   401        403        403    200
  GET    /api/moments/:id/runs                                                      401        401        403   401        403        200    200
  POST   /api/moments/:id/share                                                     401        401        403   401        403        403    200
  GET    /api/runs/active                                                           401        401        403   401        403        200    200
  GET    /api/search                                                                401        401        403   401        403        200    200
  GET    /api/server-ip                                                             401        401        403   401        403        200    200
  GET    /api/settings                                                              401        401        403   401        403        200    200
  PATCH  /api/settings                                                              401        401        403   401        403        403    200
  POST   /api/upload                                                                401        401        403   401        403        403    201
  GET    /api/user                                                                  401        401        403   401        403        200    200
  POST   /api/user/password                                                         401        401        403   401        403        403    204
  GET    /api/users                                                                 401        401        403   401        403        200    200
  DELETE /api/users/:id                                                             401        401        403   401        403        403    204
  GET    /api/work                                                                  401        401        403   401        403        200    200

  What the API says about itself:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  GET    /api/docs                                                                  200        200        404   200        404        200    200
  GET    /api/docs/                                                                 200        200        404   200        404        200    200
  GET    /api/docs/LICENSE                                                          404        404        404   404        404        404    404
  GET    /api/docs/docs/swagger-ui-init.js                                          200        200        404   200        404        200    200
  GET    /api/docs/index.html                                                       200        200        404   200        404        200    200
  GET    /api/docs/swagger-ui-init.js                                               200        200        404   200        404        200    200
  GET    /api/asyncapi.json                                                         200        200        404   200        404        200    200
  GET    /api/openapi.json                                                          200        200        404   200        404        200    200

  The board of the queues:
                                                                                  guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  GET    /admin/queues/                                                             302        302        404   302        404        200    200
  GET    /admin/queues/api/job-schedulers                                           302        302        404   302        404        200    200
  GET    /admin/queues/api/queues                                                   302        302        404   302        404        200    200
  GET    /admin/queues/api/queues/:queueName/:jobId                                 302        302        404   302        404        404    404
  PUT    /admin/queues/api/queues/:queueName/:jobId/clean                           401        401        404   401        404        403    404
  PATCH  /admin/queues/api/queues/:queueName/:jobId/delay                           401        401        404   401        404        403    400
  GET    /admin/queues/api/queues/:queueName/:jobId/flow                            302        302        404   302        404        404    404
  GET    /admin/queues/api/queues/:queueName/:jobId/logs                            302        302        404   302        404        404    404
  PATCH  /admin/queues/api/queues/:queueName/:jobId/priority                        401        401        404   401        404        403    400
  PUT    /admin/queues/api/queues/:queueName/:jobId/promote                         401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/:jobId/remove-unprocessed-children     401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/:jobId/retry                           401        401        404   401        404        403    404
  PATCH  /admin/queues/api/queues/:queueName/:jobId/update-data                     401        401        404   401        404        403    400
  POST   /admin/queues/api/queues/:queueName/add                                    401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/clean/:queueStatus                     401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/concurrency                            401        401        404   401        404        403    400
  GET    /admin/queues/api/queues/:queueName/default-job-options                    302        302        404   302        404        404    404
  PUT    /admin/queues/api/queues/:queueName/empty                                  401        401        404   401        404        403    404
  GET    /admin/queues/api/queues/:queueName/job-data-schema                        302        302        404   302        404        404    404
  PATCH  /admin/queues/api/queues/:queueName/job-schedulers/:schedulerId            401        401        404   401        404        403    400
  PUT    /admin/queues/api/queues/:queueName/job-schedulers/:schedulerId/remove     401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/job-schedulers/:schedulerId/run        401        401        404   401        404        403    404
  GET    /admin/queues/api/queues/:queueName/metrics                                302        302        404   302        404        404    404
  PUT    /admin/queues/api/queues/:queueName/obliterate                             401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/pause                                  401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/promote                                401        401        404   401        404        403    404
  GET    /admin/queues/api/queues/:queueName/rate-limit                             302        302        404   302        404        404    404
  PUT    /admin/queues/api/queues/:queueName/rate-limit                             401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/rate-limit/release                     401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/resume                                 401        401        404   401        404        403    404
  PUT    /admin/queues/api/queues/:queueName/retry/:queueStatus                     401        401        404   401        404        403    404
  GET    /admin/queues/api/queues/:queueName/workers                                302        302        404   302        404        404    404
  PUT    /admin/queues/api/queues/pause                                             401        401        404   401        404        403    200
  PUT    /admin/queues/api/queues/resume                                            401        401        404   401        404        403    200
  GET    /admin/queues/api/redis/stats                                              302        302        404   302        404        200    200
  GET    /admin/queues/job-schedulers                                               302        302        404   302        404        200    200
  GET    /admin/queues/metrics-history                                              302        302        404   302        404        200    200
  GET    /admin/queues/queue/:queueName                                             302        302        404   302        404        200    200
  GET    /admin/queues/queue/:queueName/:jobId                                      302        302        404   302        404        200    200
`;

/** What is no route: other pages and files of the frontend, and what lies beside the others. These pages hold no data. */
export const PAGES = `
                                    guest  otherLink  elsewhere  link  staffAway  crossSite  staff
  GET    /                            200        200        200   200        200        200    200
  GET    /login                       200        200        200   200        200        200    200
  GET    /clients/:id                 200        200        200   200        200        200    200
  GET    /settings                    200        200        200   200        200        200    200
  GET    /no/such/page                200        200        200   200        200        200    200
  GET    /theme.js                    200        200        200   200        200        200    200
  GET    /assets/main.js              200        200        200   200        200        200    200
  GET    /assets/no-such.js           404        404        404   404        404        404    404
  GET    /api/no-such-route           404        404        404   404        404        404    404
  GET    /admin/queues-and-more       200        200        200   200        200        200    200
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
  '<anonymous>', // changes that another site sends
  'checkEncoding',
  'withSession',
  'authenticate', // Passport's session
  'loadUser',
  'traced',
  '<anonymous>', // staff only, at the documents of the API
  'serveStatic', // the readable one
  'serveStatic',
  '<anonymous>', // staff only, at the board
  'ownBase',
  '<anonymous>', // the board
  'router', // review pages
  'router', // files of the frontend, and its pages
  '<anonymous>', // nothing there: 404
  '<anonymous>', // errors
];

/** One row of a table. */
export interface Row {
  /** `GET /api/clients/:id` */
  route: string;
  method: string;
  path: string;
  expected: Record<Who, number>;
}

/** Reads a table. */
export function rowsOf(table: string): Row[] {
  const lines = table.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([method]) => /^[A-Z]+$/.test(method!))
    .map(([method, path, ...answers]) => ({
      route: `${method} ${path}`,
      method: method!,
      path: path!,
      expected: Object.fromEntries(WHO.map((who, index) => [who, Number(answers[index])])) as Record<Who, number>,
    }));
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { permissionsOf, PROGRAM_PERMISSIONS, ROLES, type Permission, type Role } from '../../src/contract/roles.js';
import { BOARD_PATH } from '../../src/queue-board.js';
import type { Row } from './access-table.js';

const DOCUMENT = fileURLToPath(new URL('../../../docs/permissions.txt', import.meta.url));

export const EVERYBODY = 'everybody';

/** How a member of staff or their program asks. The row of a route has a cell for each, inside and outside of the scope. */
export interface StaffAsker {
  role: Role;
  by: 'session' | 'key';
}
export const STAFF_ASKERS: StaffAsker[] = (['session', 'key'] as const).flatMap((by) =>
  ROLES.map((role) => ({ role, by })),
);
export const isKey = ({ by }: StaffAsker): boolean => by === 'key';

/** What routes that are open to everybody need of staff. */
const OF_STAFF: Record<string, Permission> = {
  'POST /api/images/:id/approve': 'review.edit',
  'POST /api/images/:id/decision/undo': 'review.edit',
  'POST /api/images/:id/reject': 'review.edit',
  'POST /api/public/:id/done': 'review.edit',
  'POST /api/gmb-optimizations/public/:publicLink/approve/:section': 'review.edit',
  'POST /api/gmb-optimizations/public/:publicLink/undo/:section': 'review.edit',
  'POST /api/gmb-optimizations/public/:publicLink/done': 'review.edit',
  'POST /api/register': 'team.manage',
};

/** What stands beside the API, which `docs/permissions.txt` does not list. */
const BESIDE = /^\w+ \/(media|gmb-preview|r|public|stop-mails|api\/docs|api\/openapi\.json|api\/asyncapi\.json)(\/|$)/;

/** What each route needs, by `docs/permissions.txt`, which `documents.test.ts` keeps current; `undefined` for an unknown one. */
export function neededBy(): (route: string) => Permission | typeof EVERYBODY | undefined {
  const lines = readFileSync(DOCUMENT, 'utf8').matchAll(/^([A-Z]+) +(\/\S+) +(.+)$/gm);
  const listed = new Map([...lines].map(([, method, path, needs]) => [`${method} ${path}`, needs!]));
  return (route) => {
    if (route.includes(` ${BOARD_PATH}`)) return 'queues.manage';
    const needs = listed.get(route) ?? (BESIDE.test(route) ? EVERYBODY : undefined);
    return needs?.startsWith(EVERYBODY) ? EVERYBODY : (needs as Permission | undefined);
  };
}

/** What a route needs of staff, open to everybody else or not. */
export function neededOfStaff({ route, needs }: Pick<Row, 'route'> & { needs: Permission | typeof EVERYBODY }): string {
  return OF_STAFF[route] ?? needs;
}

/** Records that are of one member of staff: others do not find them. */
const OWN = /\/api\/(notifications|sessions|api-keys)\/:id/;

/** The cell of a route for staff: a refusal with its code, or what the row says of staff inside or outside of the scope. */
export function cellOf(
  row: Row,
  needs: Permission | typeof EVERYBODY,
  { role, by }: StaffAsker,
  isInside: boolean,
): string {
  // What is open to everybody, programs only read; pages beside the API do not look at keys.
  const isForAll = row.method === 'GET' || !row.path.startsWith('/api/');
  if (by === 'key' && (needs === EVERYBODY ? !isForAll : !PROGRAM_PERMISSIONS.has(needs)))
    return '403 NOT_FOR_API_KEYS';
  if (needs !== EVERYBODY && !permissionsOf(role).has(needs)) return '403 NOT_PERMITTED';
  const ofStaff = OF_STAFF[row.route];
  if (ofStaff && !permissionsOf(role).has(ofStaff)) return '403 NOT_PERMITTED';
  if (!isInside) return row.expected.outside;
  return OWN.test(row.path) ? '404' : row.expected.staff;
}

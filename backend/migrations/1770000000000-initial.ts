import type { MigrationInterface, QueryRunner } from 'typeorm';
import { agencies } from './initial/agencies.js';
import { clients } from './initial/clients.js';
import { deliveries } from './initial/deliveries.js';
import { functions } from './initial/functions.js';
import { history } from './initial/history.js';
import { images } from './initial/images.js';
import { mails } from './initial/mails.js';
import { notifications } from './initial/notifications.js';
import { platform } from './initial/platform.js';
import { reviews } from './initial/reviews.js';
import { reviewers } from './initial/reviewers.js';
import { runs } from './initial/runs.js';
import { sections } from './initial/sections.js';
import { scopes } from './initial/scopes.js';
import { users } from './initial/users.js';

/**
 * The tables of 1.0.0, each area after those that it refers to. Statuses are texts with a check, so that adding one is a
 * cheap change.
 */
const AREAS = [
  functions,
  users,
  agencies,
  clients,
  scopes,
  reviews,
  images,
  sections,
  reviewers,
  history,
  mails,
  notifications,
  runs,
  deliveries,
  platform,
];

export class Initial1770000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const area of AREAS) await runner.query(area);
  }

  /** Drops what the areas create, which their SQL names. The extension stays: it may have been there before. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${created('TABLE').join(', ')} CASCADE`);
    await runner.query(`DROP FUNCTION ${created('FUNCTION').join(', ')}`);
  }
}

function created(what: 'TABLE' | 'FUNCTION'): string[] {
  return [...AREAS.join().matchAll(new RegExp(`CREATE ${what} (\\w+)`, 'g'))].map(([, name]) => name!);
}

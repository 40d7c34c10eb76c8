import { announce } from '../realtime/announcements.js';
import type { Finding } from './finding.js';
import type { Patient } from './patient.js';
import { rowsOf } from './rows.js';

/** What the database does by itself whenever rows change, by table. */
const TRIGGERS = [
  ['images', 'images_deleted'],
  ['images', 'images_replaced'],
  ['agencies', 'agencies_deleted'],
  ['agencies', 'agencies_logo_replaced'],
  ['settings', 'settings_logo_replaced'],
  ['history', 'history_is_final'],
  ['moments', 'moments_counted_insert'],
  ['moments', 'moments_counted_update'],
  ['moments', 'moments_counted_delete'],
] as const;

const ASLEEP = `
  SELECT wanted."table", wanted."name", pg_trigger."tgname" IS NOT NULL AS "isThere"
  FROM (VALUES ${TRIGGERS.map(([table, name]) => `('${table}', '${name}')`).join(', ')}) AS wanted("table", "name")
  LEFT JOIN pg_trigger ON tgrelid = to_regclass(wanted."table") AND tgname = wanted."name"
  WHERE pg_trigger."tgname" IS NULL OR pg_trigger."tgenabled" NOT IN ('O', 'A')`;

interface Asleep {
  table: string;
  name: string;
  isThere: boolean;
}

/** Triggers that do not work: files would not go with their rows, history could be rewritten, or lists tell wrong numbers. */
export async function* sleepingTriggers({ client, db }: Patient): AsyncGenerator<Finding> {
  for await (const { table, name, isThere } of rowsOf<Asleep>(client, ASLEEP)) {
    const what = `the trigger ${name} of the table ${table} is ${isThere ? 'switched off' : 'not there'}`;
    if (!isThere) yield { what, cure: 'restore a backup into a database of its own' };
    else {
      const enable = `ALTER TABLE ${table} ENABLE TRIGGER ${name}`;
      yield { what, cure: 'switch it on', mend: async () => void (await db.query(enable)) };
    }
  }
}

/** The one row of the settings. */
export async function* missingSettings({ client, db }: Patient): AsyncGenerator<Finding> {
  const { rowCount } = await client.query('SELECT FROM settings');
  if (rowCount === 0) {
    yield {
      what: 'the settings have no row',
      cure: 'make it, with the default brand',
      mend: () =>
        db.transaction(async (manager) => {
          await manager.query('INSERT INTO settings DEFAULT VALUES ON CONFLICT DO NOTHING');
          await announce(manager, 'settings.changed', { id: 'settings' });
        }),
    };
  }
}

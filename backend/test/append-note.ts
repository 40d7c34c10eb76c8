import { actionsWhere } from '../src/contract/history.js';
import type { TestApp } from './app.js';

const [NOTE] = actionsWhere(({ category }) => category === 'note');

/** Appends an entry of the history that says something about an item and changed nothing. */
export async function appendNote({ db }: TestApp, reviewId: string, itemId: string): Promise<void> {
  await db.query(`INSERT INTO history ("reviewId", "itemId", "action", "actor") VALUES ($1, $2, $3, 'visitor')`, [
    reviewId,
    itemId,
    NOTE,
  ]);
}

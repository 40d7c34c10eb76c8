import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bufferCount, firstValueFrom } from 'rxjs';
import { startApp, type TestApp } from '../../test/app.js';
import { sessionCookie } from '../../test/live.js';
import { SessionWatch } from './session-watch.js';

describe('watching for ended sessions', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('reports the sessions that expired or were removed, and no others', async () => {
    for (let count = 0; count < 3; count += 1) await sessionCookie(app);
    const rows: { sid: string }[] = await app.db.query('SELECT "sid" FROM sessions');
    const [first, second, ...others] = rows.map(({ sid }) => sid);
    await app.db.query(`UPDATE sessions SET "expire" = now() - interval '1 second' WHERE "sid" = $1`, [first]);
    await app.db.query('DELETE FROM sessions WHERE "sid" = $1', [second]);
    const watch = new SessionWatch(app.db);
    const ended = watch.watchEnded(() => [...others, first!, second!]).pipe(bufferCount(2));
    expect((await firstValueFrom(ended)).toSorted()).toEqual([first!, second!].toSorted());
  });
});

import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';

describe('a session that cannot be prolonged', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    Logger.overrideLogger(false);
  });
  afterAll(() => app.close());

  it('does not prevent the response to a request that was carried out', async () => {
    const staff = await app.staff();
    await app.db.query(
      `CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
       CREATE TRIGGER no BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION no()`,
    );
    const { body } = await staff.post('/api/clients').send({ business: 'Rosa’s Flowers' }).expect(201);
    expect((await staff.get('/api/clients').expect(200)).body).toMatchObject([body]);
  });
});

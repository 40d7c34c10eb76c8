import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF_CLIENT = `jsonb_build_array(jsonb_build_object('clientId', OLD."id"))`;

/** What was delivered of a client is deleted with the client. */
export class DeliveriesOfClients1764952000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE deliveries SET "photos" = (
      SELECT jsonb_agg(photo || jsonb_build_object('clientId', coalesce(m."clientId"::text, '')) ORDER BY place)
      FROM jsonb_array_elements("photos") WITH ORDINALITY AS each (photo, place)
      LEFT JOIN moments m ON m."id"::text = photo ->> 'momentId'
    ) WHERE "photos" <> '[]'`);
    await runner.query(`CREATE FUNCTION delete_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE deliveries SET "withheld" = '[]', "photos" = coalesce((
          SELECT jsonb_agg(photo ORDER BY place)
          FROM jsonb_array_elements("photos") WITH ORDINALITY AS each (photo, place)
          WHERE photo ->> 'clientId' IS DISTINCT FROM OLD."id"::text
        ), '[]') WHERE "photos" @> ${OF_CLIENT};
        RETURN NULL;
      END $$`);
    await runner.query(`CREATE FUNCTION delete_empty_delivery() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN DELETE FROM deliveries WHERE "id" = NEW."id"; RETURN NULL; END $$`);
    await runner.query(`CREATE TRIGGER clients_deliveries_deleted AFTER DELETE ON clients
      FOR EACH ROW EXECUTE FUNCTION delete_deliveries()`);
    await runner.query(`CREATE TRIGGER deliveries_emptied AFTER UPDATE ON deliveries
      FOR EACH ROW WHEN (NEW."photos" = '[]') EXECUTE FUNCTION delete_empty_delivery()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER deliveries_emptied ON deliveries');
    await runner.query('DROP TRIGGER clients_deliveries_deleted ON clients');
    await runner.query('DROP FUNCTION delete_empty_delivery');
    await runner.query('DROP FUNCTION delete_deliveries');
    await runner.query(`UPDATE deliveries SET "photos" = (
      SELECT jsonb_agg(photo - 'clientId' ORDER BY place)
      FROM jsonb_array_elements("photos") WITH ORDINALITY AS each (photo, place)
    )`);
  }
}

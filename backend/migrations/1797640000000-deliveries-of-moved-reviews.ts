import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Photos of a delivery belong to the client that their moment had last, also after it is deleted: whoever sees only a former
 * client does not see the delivery again.
 */
export class DeliveriesOfMovedReviews1797640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION keep_last_client_of_delivered() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE deliveries SET "photos" = (
            SELECT jsonb_agg(
              CASE WHEN photo ->> 'momentId' = OLD."id"::text
                THEN photo || jsonb_build_object('clientId', OLD."clientId") ELSE photo END ORDER BY place
            ) FROM jsonb_array_elements("photos") WITH ORDINALITY AS each (photo, place)
          )
          WHERE "photos" @> jsonb_build_array(jsonb_build_object('momentId', OLD."id"))
            AND NOT "photos" @> jsonb_build_array(jsonb_build_object('momentId', OLD."id", 'clientId', OLD."clientId"));
          RETURN OLD;
        END $$;
      CREATE TRIGGER reviews_last_client_of_delivered BEFORE DELETE ON reviews
        FOR EACH ROW WHEN (OLD."kind" = 'moment') EXECUTE FUNCTION keep_last_client_of_delivered()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER reviews_last_client_of_delivered ON reviews;
      DROP FUNCTION keep_last_client_of_delivered`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which day it is for a client, and indexes for what its day is over. */
export class DueDays1764943000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The names of zones that a browser knows are not all known to every PostgreSQL.
    await runner.query(`CREATE FUNCTION day_in(zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
      BEGIN
        RETURN (now() AT TIME ZONE zone)::date;
      EXCEPTION WHEN invalid_parameter_value THEN
        RETURN (now() AT TIME ZONE 'UTC')::date;
      END $$`);
    // Of its reviewers, for the one whose day ends last.
    await runner.query(`CREATE FUNCTION day_of_client(client uuid) RETURNS date LANGUAGE plpgsql STABLE AS $$
      BEGIN
        RETURN COALESCE((SELECT min(day_in("timeZone")) FROM reviewers WHERE "clientId" = client), CURRENT_DATE);
      END $$`);
    await runner.query(`CREATE INDEX moments_due ON moments ("dueOn")
      WHERE "dueOn" IS NOT NULL AND "status" <> 'approved'`);
    await runner.query(`CREATE INDEX gmb_optimizations_due ON gmb_optimizations ("dueOn")
      WHERE "dueOn" IS NOT NULL AND "status" <> 'completed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gmb_optimizations_due');
    await runner.query('DROP INDEX moments_due');
    await runner.query('DROP FUNCTION day_of_client(uuid)');
    await runner.query('DROP FUNCTION day_in(text)');
  }
}

import type { ClientBase } from 'pg';

/** Facts about a PostgreSQL server, the database, and the role of the connection. */
export interface Server {
  /** As `server_version_num`: 140005 is 14.5. */
  version: number;
  encoding: string;
  role: string;
  database: string;
  /** The first schema of the search path, where tables are created; `null` if only those of PostgreSQL exist. */
  schema: string | null;
  /** Connection limit of the role. */
  limit: number;
  may: { createTables: boolean; createInDatabase: boolean };
  trigrams: { schema: string | null; isInPath: boolean; isAvailable: boolean };
  /** A table of the product that the role may not read or write; `null` if there is none. */
  closedTable: string | null;
  /** Whether it refuses writes: it is a standby, or read-only by a default of the database or role. */
  isReadOnly: boolean;
}

const SERVER = `
  SELECT current_setting('server_version_num')::int AS "version", current_setting('server_encoding') AS "encoding",
    current_user::text AS "role", current_database()::text AS "database", nullif(current_schema()::text, 'pg_catalog') AS "schema",
    least(
      CASE WHEN rolconnlimit >= 0 AND NOT rolsuper THEN rolconnlimit END,
      CASE WHEN datconnlimit >= 0 AND NOT rolsuper THEN datconnlimit END,
      current_setting('max_connections')::int
        - CASE WHEN rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::int
          + coalesce(current_setting('reserved_connections', true), '0')::int END
    ) AS "limit",
    json_build_object(
      'createTables', coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
      'createInDatabase', has_database_privilege(current_database(), 'CREATE')
    ) AS "may",
    json_build_object(
      'schema', nspname, 'isInPath', coalesce(nspname = ANY (current_schemas(true)), false),
      'isAvailable', EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm')
    ) AS "trigrams",
    (SELECT min(relname) FROM pg_class
      WHERE relnamespace = to_regnamespace(current_schema()) AND relname IN ('migrations', 'users', 'moments') AND NOT (
        has_table_privilege(pg_class.oid, 'SELECT') AND has_table_privilege(pg_class.oid, 'INSERT')
        AND has_table_privilege(pg_class.oid, 'UPDATE') AND has_table_privilege(pg_class.oid, 'DELETE'))
    ) AS "closedTable",
    current_setting('transaction_read_only')::boolean AS "isReadOnly"
  FROM pg_roles
    JOIN pg_database ON datname = current_database()
    LEFT JOIN pg_extension ON extname = 'pg_trgm'
    LEFT JOIN pg_namespace ON pg_namespace.oid = extnamespace
  WHERE rolname = current_user`;

export async function readServer(client: ClientBase): Promise<Server> {
  const { rows } = await client.query<Server>(SERVER);
  return rows[0]!;
}

/** What was delivered, and the public keys that certificates were signed with. */
export const deliveries = `
  CREATE TABLE deliveries (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "fileName" text NOT NULL,
    "format" text NOT NULL,
    "hasPosition" boolean NOT NULL,
    "hasTable" boolean NOT NULL,
    "photos" jsonb NOT NULL,
    "withheld" jsonb NOT NULL DEFAULT '[]',
    "userId" uuid REFERENCES users ("id") ON DELETE SET NULL,
    "deliveredBy" text,
    "leasedUntil" timestamptz,
    "endedAt" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX deliveries_by_user ON deliveries ("userId") WHERE "leasedUntil" IS NOT NULL;
  CREATE INDEX deliveries_by_photos ON deliveries USING gin ("photos" jsonb_path_ops);

  -- What was delivered of a client is deleted with the client.
  CREATE FUNCTION delete_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE deliveries SET "withheld" = '[]', "photos" = coalesce((
        SELECT jsonb_agg(photo ORDER BY place)
        FROM jsonb_array_elements("photos") WITH ORDINALITY AS each (photo, place)
        WHERE photo ->> 'clientId' IS DISTINCT FROM OLD."id"::text
      ), '[]') WHERE "photos" @> jsonb_build_array(jsonb_build_object('clientId', OLD."id"));
      RETURN NULL;
    END $$;
  CREATE TRIGGER clients_deliveries_deleted AFTER DELETE ON clients
    FOR EACH ROW EXECUTE FUNCTION delete_deliveries();
  CREATE FUNCTION delete_empty_delivery() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN DELETE FROM deliveries WHERE "id" = NEW."id"; RETURN NULL; END $$;
  CREATE TRIGGER deliveries_emptied AFTER UPDATE ON deliveries
    FOR EACH ROW WHEN (NEW."photos" = '[]') EXECUTE FUNCTION delete_empty_delivery();

  CREATE TABLE certificate_keys (
    "id" text PRIMARY KEY,
    "x" text NOT NULL,
    "y" text NOT NULL,
    -- When it ended, because the secret that it follows from was changed.
    "notAfter" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
`;

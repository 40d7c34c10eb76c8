/** What tables of several areas need. */
export const functions = `
  CREATE EXTENSION IF NOT EXISTS pg_trgm;

  -- A name as searches compare it: without accents, in small letters. Not the extension unaccent: not every server has
  -- it, and its function is not immutable, as a stored column requires.
  CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(replace(translate(
    regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]+', '', 'g'), 'øØłŁđĐ', 'oOlLdD'), 'ß', 'ss'));

  -- The names of zones that a browser knows are not all known to every PostgreSQL.
  CREATE FUNCTION day_in(zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN (now() AT TIME ZONE zone)::date;
    EXCEPTION WHEN invalid_parameter_value THEN
      RETURN (now() AT TIME ZONE 'UTC')::date;
    END $$;

  -- Of its reviewers, for the one whose day ends last.
  CREATE FUNCTION day_of_client(client uuid) RETURNS date LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN COALESCE((SELECT min(day_in("timeZone")) FROM reviewers WHERE "clientId" = client), CURRENT_DATE);
    END $$;
`;

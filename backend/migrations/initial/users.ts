/** Members of staff, and how they sign in. */
export const users = `
  CREATE TABLE users (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "email" text NOT NULL UNIQUE CHECK (email = lower(email)),
    "name" text NOT NULL DEFAULT '',
    "passwordHash" text NOT NULL,
    -- Raised with each change of what a user signs in with; a session counts only while it carries the current one.
    "credentialVersion" integer NOT NULL DEFAULT 1,
    "role" text NOT NULL DEFAULT 'admin' CHECK ("role" IN ('admin', 'manager', 'editor', 'viewer')),
    -- Otherwise those of user_agencies and user_clients.
    "seesAllClients" boolean NOT NULL DEFAULT true,
    "notify" text NOT NULL DEFAULT 'at_once' CHECK ("notify" IN ('at_once', 'daily', 'off')),
    "notifyAbout" text NOT NULL DEFAULT 'all' CHECK ("notifyAbout" IN ('all', 'followed')),
    "followedAtOnce" boolean NOT NULL DEFAULT false,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE sessions (
    "sid" text PRIMARY KEY,
    "sess" json NOT NULL,
    "expire" timestamptz NOT NULL
  );
  CREATE INDEX sessions_expire ON sessions ("expire");

  -- The networks from which each user has signed in, which guesses of others do not lock out.
  CREATE TABLE sign_in_networks (
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "network" text NOT NULL,
    "lastAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("userId", "network")
  );
`;

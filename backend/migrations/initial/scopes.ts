/** The clients that members of staff see who do not see all: those of some agencies, and some single ones. */
export const scopes = `
  CREATE TABLE user_agencies (
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "agencyId" uuid NOT NULL REFERENCES agencies ON DELETE CASCADE,
    PRIMARY KEY ("userId", "agencyId")
  );
  CREATE INDEX user_agencies_by_agency ON user_agencies ("agencyId");

  CREATE TABLE user_clients (
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    PRIMARY KEY ("userId", "clientId")
  );
  CREATE INDEX user_clients_by_client ON user_clients ("clientId");
`;

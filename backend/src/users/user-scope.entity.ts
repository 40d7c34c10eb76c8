import { Entity, PrimaryColumn } from 'typeorm';

/** An agency whose clients a member of staff sees who does not see all. */
@Entity('user_agencies')
export class UserAgency {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('uuid')
  agencyId!: string;
}

/** A single client that a member of staff sees who does not see all. */
@Entity('user_clients')
export class UserClient {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('uuid')
  clientId!: string;
}

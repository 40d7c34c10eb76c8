import { Entity, PrimaryColumn } from 'typeorm';

/** An agency in the limited scope of a member of staff. */
@Entity('user_agencies')
export class UserAgency {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('uuid')
  agencyId!: string;
}

/** A single client in the limited scope of a member of staff. */
@Entity('user_clients')
export class UserClient {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('uuid')
  clientId!: string;
}

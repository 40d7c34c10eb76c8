import { PartialType } from '@nestjs/swagger';
import { CLIENT_FIELDS } from './client-fields.js';
import { Revision, type EditsView } from './edits.js';
import { OneOf, Records, Reference } from './fields.js';
import { CLIENT_IMPORT_MAX, NAME_MAX } from './limits.js';
import { Owner, type OwnerChoice, type OwnerView } from './owners.js';
import { PageQuery } from './paging.js';
import { bodyOf } from './record-body.js';
import type { ValuesOf } from './record-fields.js';
import { Line } from './text-fields.js';

/** A client of an import. */
export class ImportedClientBody extends bodyOf(CLIENT_FIELDS) {
  @Reference()
  agencyId?: string | null;
}

/** Body of `POST /api/clients`. */
export class CreateClientBody extends ImportedClientBody {
  /** The responsible member of staff, who must see the client; `null` for none. */
  @Reference()
  ownerId?: string | null;
}

/** Body of `PATCH /api/clients/{id}`: the fields to change. */
export class UpdateClientBody extends PartialType(CreateClientBody, { skipNullProperties: false }) {
  @Revision()
  revision?: number;
}

/** Orders of the client list; a leading `-` means descending. `openCount` is the number of moments that wait. */
export const CLIENT_SORTS = ['business', '-createdAt', '-openCount'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** Query of `GET /api/clients`; by business unless `sort` says otherwise. */
export class ClientQuery extends PageQuery {
  /** Matches the business name, in any case and without regard to accents. */
  @Line({ max: NAME_MAX })
  search?: string;

  @Reference()
  agencyId?: string;

  @Owner()
  owner?: OwnerChoice;

  @OneOf(CLIENT_SORTS)
  sort?: ClientSort;
}

/** Body of `POST /api/client-imports`. */
export class ImportClientsBody {
  /** All of them are created, or none. */
  @Records(ImportedClientBody, { max: CLIENT_IMPORT_MAX })
  clients!: ImportedClientBody[];
}

/** What an import created. */
export interface ClientImportView {
  /** Ids of the new clients, in the order in which they were given. */
  clientIds: string[];
}

/** A client, as staff see it. Empty texts are `''`. */
export interface ClientView extends ValuesOf<typeof CLIENT_FIELDS>, EditsView {
  id: string;
  agencyId: string | null;
  /** The responsible member of staff. */
  owner: OwnerView | null;
  /** Moments of this client. */
  momentCount: number;
  createdAt: string;
}

/** What a client in a list has beside its record. */
export interface ClientFigures {
  /** Moments that wait for the client. */
  pendingCount: number;
  /** Moments with feedback, which waits for staff. */
  rejectedCount: number;
  /** The newest entry in the history of its optimizations and of its 100 newest moments; without any, when it was created. */
  lastActivityAt: string;
}

/** A client in a list. */
export interface ClientListItem extends ClientView, ClientFigures {}

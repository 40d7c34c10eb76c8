import { PartialType } from '@nestjs/swagger';
import { Revision, type EditsView } from './edits.js';
import { OneOf, Records, Reference } from './fields.js';
import { Line, Text, WebAddress } from './text-fields.js';
import { TextList } from './text-list-fields.js';
import { ADDRESS_MAX, CLIENT_IMPORT_MAX, LONG_TEXT_MAX, NAME_MAX, TAG_MAX, TAGS_MAX, URL_MAX } from './limits.js';
import { PageQuery } from './paging.js';

/** Body of `POST /api/clients`. */
export class CreateClientBody {
  @Line({ max: NAME_MAX, required: true })
  business!: string;

  @Text({ max: LONG_TEXT_MAX })
  description?: string;

  @Text({ max: LONG_TEXT_MAX })
  mediaDescription?: string;

  @Text({ max: LONG_TEXT_MAX })
  serviceAreas?: string;

  @TextList({ max: TAG_MAX, items: TAGS_MAX })
  targetKeywords?: string[];

  @TextList({ max: TAG_MAX, items: TAGS_MAX })
  categories?: string[];

  @Text({ max: LONG_TEXT_MAX })
  notes?: string;

  @Reference()
  agencyId?: string | null;

  @WebAddress({ max: URL_MAX })
  website?: string;

  @Line({ max: 100 })
  phone?: string;

  @Text({ max: ADDRESS_MAX })
  address?: string;

  @TextList({ max: URL_MAX, items: TAGS_MAX })
  socialLinks?: string[];
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

  @OneOf(CLIENT_SORTS)
  sort?: ClientSort;
}

/** Body of `POST /api/client-imports`. */
export class ImportClientsBody {
  /** All of them are created, or none. */
  @Records(CreateClientBody, { max: CLIENT_IMPORT_MAX })
  clients!: CreateClientBody[];
}

/** What an import created. */
export interface ClientImportView {
  /** Ids of the new clients, in the order in which they were given. */
  clientIds: string[];
}

/** A client, as staff see it. Empty texts are `''`. */
export interface ClientView extends EditsView {
  id: string;
  business: string;
  description: string;
  mediaDescription: string;
  serviceAreas: string;
  targetKeywords: string[];
  categories: string[];
  notes: string;
  agencyId: string | null;
  website: string;
  phone: string;
  address: string;
  socialLinks: string[];
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

import { PartialType } from '@nestjs/swagger';
import { Revision, type EditsView } from './edits.js';
import { Line, Reference, Text, TextList, WebAddress } from './fields.js';
import { ADDRESS_MAX, LONG_TEXT_MAX, NAME_MAX, TAG_MAX, TAGS_MAX, URL_MAX } from './limits.js';

/** Body of `POST /api/clients` (spec 5, "Client form"). */
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

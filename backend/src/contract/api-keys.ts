import { Instant, OneOf } from './fields.js';
import { API_KEY_NAME_MAX } from './limits.js';
import { ScopeIds, type Scope, type ScopeView } from './rights.js';
import { ROLES, type Role } from './roles.js';
import { Line } from './text-fields.js';

/** Body of `PATCH /api/api-keys/{id}`. */
export class RenameApiKeyBody {
  /** What the key is for; the history names it. */
  @Line({ max: API_KEY_NAME_MAX, required: true })
  name!: string;
}

/** Body of `POST /api/api-keys`. */
export class CreateApiKeyBody extends RenameApiKeyBody {
  /** Not more than the own role allows. */
  @OneOf(ROLES, { required: true })
  role!: Role;

  /** Not more than the own scope. */
  @ScopeIds({ required: true })
  scope!: Scope;

  /** Within a year; without it the key does not expire. */
  @Instant()
  expiresAt?: string | null;
}

/** An API key, as its owner and admins see it. */
export interface ApiKeyView {
  id: string;
  name: string;
  role: Role;
  scope: ScopeView;
  /** The member of staff for whom it acts. It never may more than they may at that moment. */
  owner: ApiKeyOwnerView;
  /** The last four characters of the key, by which it is recognized. */
  lastCharacters: string;
  /** When it ends, or ended; `null` for a key that does not expire. */
  expiresAt: string | null;
  isExpired: boolean;
  /** When it was used last, to within a minute; `null` if it never was. */
  lastUsedAt: string | null;
  createdAt: string;
}

export interface ApiKeyOwnerView {
  id: string;
  email: string;
  /** `''` if it is not known. */
  name: string;
}

/** A key that was just made. */
export interface NewApiKeyView extends ApiKeyView {
  /** The key itself, `gmb_…`. It is in no other answer, as its hash alone is stored. */
  token: string;
}

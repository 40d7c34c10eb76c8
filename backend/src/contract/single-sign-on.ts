import type { UserView } from './auth.js';
import { YesNo } from './fields.js';
import { Line } from './text-fields.js';

/** Longest path of a page that somebody returns to. */
const PATH_MAX = 2000;
/** Longest query that a provider returns with; codes alone have a few thousand characters. */
const QUERY_MAX = 16_000;

/** Body of `POST /api/single-sign-on/begin`. */
export class BeginSignInBody {
  /** Path of the page to open afterwards, `/clients?page=2`; without it, the dashboard. */
  @Line({ max: PATH_MAX })
  to?: string;
}

/** The answer to `POST /api/single-sign-on/begin`. */
export interface BegunSignInView {
  /** Where the person signs in; it leads back to `/login`. */
  address: string;
}

/** Body of `POST /api/single-sign-on/finish`. */
export class FinishSignInBody {
  /** The query of `/login` as the provider returned there: `?code=…&state=…`. */
  @Line({ max: QUERY_MAX, required: true })
  query!: string;
}

/** The answer to `POST /api/single-sign-on/finish`. */
export interface FinishedSignInView {
  user: UserView;
  /** Path of the page to open now. */
  to: string;
}

/** The answer to `POST /api/single-sign-on/logout`. */
export interface SingleLogoutView {
  /** Where the person signs out of the provider too; `null` where there is nothing to sign out of. */
  address: string | null;
}

/** Body of `PUT /api/single-sign-on/passwords`. */
export class PasswordSignInBody {
  @YesNo({ required: true })
  areAllowed!: boolean;
}

/** How people may sign in here beside passwords: part of `GET /api/branding`, on main hosts with a provider. */
export interface SingleSignOnView {
  /** The text of the button. */
  name: string;
  /** Whether it is the only way: sign-in by password is switched off. */
  isOnly: boolean;
}

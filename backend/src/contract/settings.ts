import { Revision, type EditsView } from './edits.js';
import { HexColor, YesNo } from './fields.js';
import { Line } from './text-fields.js';
import { NAME_MAX } from './limits.js';
import type { SingleSignOnView } from './single-sign-on.js';

/** Fields of `PATCH /api/settings` (multipart; the file field is `logo`): those to change. */
export class UpdateSettingsBody {
  @Line({ max: NAME_MAX })
  brandName?: string;

  @HexColor()
  primaryColor?: string;

  /** Removes the logo; cannot be combined with a new one. */
  @YesNo()
  removeLogo?: boolean;

  @Revision()
  revision?: number;
}

/** Platform branding: `GET /api/settings`. */
export interface SettingsView extends EditsView {
  logoUrl: string | null;
  /** `''` means the product's default brand name. */
  brandName: string;
  primaryColor: string;
  /** Whether no AI is connected, so that captions do not see the photo. */
  usesBuiltInWriter: boolean;
}

/** Brand of the host that was asked, for pages without a session: `GET /api/branding`. */
export interface BrandingView {
  name: string;
  primaryColor: string;
  logoUrl: string | null;
  /** Whether this host is an agency's domain, which has the public pages only. */
  agencyDomain: boolean;
  /** Missing where nobody signs in by single sign-on. */
  singleSignOn?: SingleSignOnView;
}

import { useState } from 'react';

/** A logo and its error handler. */
interface ShownLogo {
  /** URL of the logo; `null` if there is none, or it could not be loaded. */
  logoUrl: string | null;
  /** Pass this to the `img` element. */
  onError: () => void;
}

/** The URL of a logo, until loading it fails. */
export function useLogo(url: string | null | undefined): ShownLogo {
  const [failed, setFailed] = useState<string | null>(null);
  const logoUrl = url && url !== failed ? url : null;
  return { logoUrl, onError: () => setFailed(logoUrl) };
}

import { useState } from 'react';

/** A logo as far as it can be shown. */
interface ShownLogo {
  /** URL of the logo; `null` if there is none, or if it could not be loaded. */
  logoUrl: string | null;
  /** Pass this to the `img` element. */
  onError: () => void;
}

/** Returns the logo to show; none if there is no URL, or if the browser could not load it. */
export function useLogo(url: string | null | undefined): ShownLogo {
  const [failed, setFailed] = useState<string | null>(null);
  const logoUrl = url && url !== failed ? url : null;
  return { logoUrl, onError: () => setFailed(logoUrl) };
}

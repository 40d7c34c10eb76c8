import { useState } from 'react';

/** A logo as far as it can be shown. */
interface ShownLogo {
  /** Its address; `null` where there is none, or once it could not be loaded. */
  logoUrl: string | null;
  /** For the picture that shows it. */
  onError: () => void;
}

/** What stands where there is no logo also stands where the browser could not load it. */
export function useLogo(url: string | null | undefined): ShownLogo {
  const [failed, setFailed] = useState<string | null>(null);
  const logoUrl = url && url !== failed ? url : null;
  return { logoUrl, onError: () => setFailed(logoUrl) };
}

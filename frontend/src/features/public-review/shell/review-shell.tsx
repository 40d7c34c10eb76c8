import { useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { Toasts } from '../../../ui/toasts';
import { useLogo } from '../../../ui/use-logo';
import { LANGUAGE_LABELS, type Language } from '@gmb-moments/backend/contract/languages';
import { brandText, edgeOf, shade, textOn } from '@gmb-moments/backend/contract/contrast';
import { PALETTE } from '../../../lib/palette';
import { chooseLanguage } from '../../../lib/texts/language';
import { useTranslator } from '../../../lib/texts/translator';
import { followTheme } from '../../../lib/theme-mode';
import { toast, useToast } from '../../../lib/toast';
import { useEarlyPictureEvents } from '../../../lib/use-picture';
import { Icon } from './icon';
import styles from './shell.module.css';
import { useReviewShortcuts } from './review-shortcuts';

interface ReviewShellProps {
  /** Title of the browser tab. */
  title?: string;
  /** The agency's colour. */
  color: string;
  /** Maximum width of header and content in pixels. */
  width?: number;
  children: ReactNode;
}

/**
 * The frame of a public page in the agency's colour, with toasts and the language menu. Search engines do not index
 * it.
 */
export function ReviewShell({ title, color, width = 1240, children }: ReviewShellProps) {
  useEffect(followTheme, []);
  useDocumentLanguage();
  return (
    <div
      className={`column ink ${styles.review}`}
      style={{ ...brandOf(color), '--width': `${width}px` } as CSSProperties}
    >
      {title && <title>{title}</title>}
      {title && <meta name="robots" content="noindex" />}
      {children}
      <LanguageMenu />
      <Toasts variant="client" />
      <ToastKey />
    </div>
  );
}

/** Sets language and direction of the document while mounted. */
function useDocumentLanguage(): void {
  const { language, direction } = useTranslator();
  useLayoutEffect(() => {
    const { documentElement: html } = document;
    const [lang, dir] = [html.lang, html.dir];
    Object.assign(html, { lang: language, dir: direction });
    return () => void Object.assign(html, { lang, dir });
  }, [language, direction]);
}

/** The select of the page's language, at the end of each page. */
function LanguageMenu() {
  const t = useTranslator();
  return (
    <footer className={`flex ${styles.footer}`}>
      <label className={`row muted relative ${styles.language}`}>
        <Icon name="globe" size={16} />
        <select
          aria-label={t.text('language')}
          value={t.language}
          onChange={({ target }) => chooseLanguage(target.value as Language)}
        >
          {Object.entries(LANGUAGE_LABELS).map(([language, name]) => (
            <option className="ink surface" key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </label>
    </footer>
  );
}

/** Binds the shortcut for the toast's action, which is Undo on these pages. */
function ToastKey() {
  const action = useToast()?.action;
  const act = () => {
    toast.clear();
    action?.run();
  };
  useReviewShortcuts({ undo: act }, { isActive: action !== undefined, scope: 'both' });
  return null;
}

/** The CSS variables that depend on the agency's colour; all others are in `lib/palette.ts`. */
function brandOf(color: string) {
  const { light, dark } = PALETTE;
  return {
    '--brand': color,
    '--on-brand': textOn(color),
    '--brand-hover': shade(color, 8),
    '--brand-active': shade(color, 16),
    // For both themes, because the server does not know the visitor's; `shell.module.css` picks one. Computed for the
    // background with the least contrast.
    '--brand-edge-light': edgeOf(color, light.bg),
    '--brand-edge-dark': edgeOf(color, dark.surface),
    '--brand-text-light': brandText(color, light.surface),
    '--brand-text-dark': brandText(color, dark.surface),
  };
}

interface BrandLogoProps {
  url: string | null | undefined;
  alt: string;
  /** Shown if there is no logo, or if it cannot be loaded. */
  placeholder: ReactNode;
}

export function BrandLogo({ url, alt, placeholder }: BrandLogoProps) {
  const { logoUrl, onError } = useLogo(url);
  const picture = useRef<HTMLImageElement>(null);
  useEarlyPictureEvents(picture, { onError });
  if (!logoUrl) return placeholder;
  return <img ref={picture} className={styles.logo} src={logoUrl} alt={alt} width={36} height={36} onError={onError} />;
}

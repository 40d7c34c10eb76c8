import type { ComparedFiles, VerifiedCertificate } from '@gmb-moments/backend/contract/verify-certificate';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../features/public-review/shell/icon';
import shell from '../../features/public-review/shell/shell.module.css';
import { useTranslator, type Translator } from '../../lib/texts/translator';
import styles from './verify.module.css';

/** A certificate with a valid signature. */
export interface UnchangedCertificate extends VerifiedCertificate {
  fileName: string;
  /** Whether the keys of this site could be loaded. */
  hasKeys: boolean;
}

/** Who signed a certificate, and its content. */
export function Signature({ claims, isKnown, keyId, hasKeys }: UnchangedCertificate) {
  const t = useTranslator();
  const { agency, iss, deliveredAt, deliveredBy, photos } = claims;
  const clients = [...new Set(photos.map(({ client }) => client))];
  const [text, icon, className] = isKnown
    ? ([t.text('verify.signed'), 'check', styles.good] as const)
    : ([t.text(hasKeys ? 'verify.unknownKey' : 'verify.noKeys', { key: keyId }), 'info', styles.doubtful] as const);
  return (
    <>
      <p className={`flex semibold gap-10 ${styles.verdict} ${className}`}>
        <Icon name={icon} />
        <span className="shrink">{text}</span>
      </p>
      <dl className={styles.facts}>
        <dt className="muted">{t.text('verify.client')}</dt>
        <dd>
          <bdi>{clients.join(', ')}</bdi>
        </dd>
        <dt className="muted">{t.text('verify.agency')}</dt>
        <dd>
          <bdi>{String(agency ?? iss)}</bdi>
        </dd>
        <dt className="muted">{t.text('verify.delivered')}</dt>
        <dd>{t.text('verify.by', { time: timeOf(t, deliveredAt), name: isolated(String(deliveredBy)) })}</dd>
        <dt className="muted">{t.text('verify.photos')}</dt>
        <dd>{photos.length}</dd>
      </dl>
      <p className="muted">{t.text('verify.note')}</p>
    </>
  );
}

/** The results of the chosen files, changed and unknown ones first, then the delivered files that were not chosen. */
export function FileList({ compared: { matching, changed, unknown, missing } }: { compared: ComparedFiles }) {
  const t = useTranslator();
  const wrong = changed.length + unknown.length;
  return (
    <>
      {wrong > 0 && <h2 className={styles.bad}>{t.text('verify.wrong', { n: wrong })}</h2>}
      {wrong === 0 && matching.length > 0 && (
        <h2 className={styles.good}>{t.text('verify.allRight', { n: matching.length })}</h2>
      )}
      {missing.length > 0 && <p className="muted">{t.text('verify.missing', { n: missing.length })}</p>}
      <ul className={`grid ${styles.files}`}>
        {changed.map(({ name }, index) => (
          <FileRow key={index} icon="cross" name={name}>
            {t.text('verify.fileChanged')}
          </FileRow>
        ))}
        {unknown.map((name, index) => (
          <FileRow key={index} icon="cross" name={name}>
            {t.text('verify.fileUnknown')}
          </FileRow>
        ))}
        {matching.map(({ name, photo }, index) => (
          <FileRow key={index} icon="check" name={photo.title || name}>
            {t.text('verify.fileApproved', {
              name: isolated(photo.approvedBy),
              time: timeOf(t, photo.approvedAt),
              version: photo.version,
            })}
          </FileRow>
        ))}
        {missing.map(({ file }, index) => (
          <FileRow key={index} icon="info" name={file}>
            {t.text('verify.fileMissing')}
          </FileRow>
        ))}
      </ul>
    </>
  );
}

function FileRow({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className="flex ruled gap-10" data-icon={icon}>
      <Icon name={icon} size={16} />
      <div className="shrink">
        <bdi>{name}</bdi>
        <p className={shell.muted}>{children}</p>
      </div>
    </li>
  );
}

/** A name that keeps its own text direction. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** A time in the browser's time zone; a text that is not ISO 8601 is returned unchanged. */
function timeOf({ language }: Translator, iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return String(iso);
  const style = { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' } as const;
  return new Intl.DateTimeFormat(language, style).format(date);
}

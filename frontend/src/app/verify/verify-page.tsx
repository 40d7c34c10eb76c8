import { CERTIFICATE_NOTE, type CertificateKeysView } from '@gmb-moments/backend/contract/certificates';
import {
  CertificateError,
  compareFiles,
  verifyCertificate,
  type ComparedFiles,
  type VerifiedCertificate,
} from '@gmb-moments/backend/contract/verify-certificate';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ChangeEvent } from 'react';
import card from '../../features/public-review/shell/card.module.css';
import { certificateKeysQuery } from '../../records/certificates';
import { HostPage } from '../agency-host/host-page';
import styles from './verify.module.css';

/** Longest certificate that is read, in bytes: of a thousand photos it has about 3 MB. */
const CERTIFICATE_MAX = 20_000_000;

interface Checked extends VerifiedCertificate {
  fileName: string;
}

/** Checks a certificate and delivered files in the browser: nothing of them is sent. */
export function VerifyPage() {
  const queryClient = useQueryClient();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [compared, setCompared] = useState<ComparedFiles | null>(null);
  const [problem, setProblem] = useState('');
  const [isReading, setReading] = useState(false);

  const run = async (work: () => Promise<void>) => {
    setProblem('');
    setReading(true);
    try {
      await work();
    } catch (error) {
      setProblem(
        error instanceof CertificateError ? error.message : 'A file could not be read. Please choose it again.',
      );
    } finally {
      setReading(false);
    }
  };
  // Without them, the page checks whether something was changed, and says that it knows no key.
  const keys = () => queryClient.fetchQuery(certificateKeysQuery).catch(() => ({ keys: [] }));
  const readCertificate = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    setChecked(null);
    setCompared(null);
    if (file) void run(async () => setChecked({ fileName: file.name, ...(await verify(file, await keys())) }));
  };
  const readFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    setCompared(null);
    if (checked && files.length > 0) void run(async () => setCompared(await compare(checked, files)));
  };

  return (
    <HostPage title="Check a certificate">
      <section className={`${card.card} ${styles.box}`} aria-labelledby="verify" aria-busy={isReading}>
        <h1 id="verify">Check a certificate</h1>
        <p>The files are read in your browser. Nothing of them is sent.</p>
        {window.isSecureContext ? (
          <>
            <label className={styles.choice}>
              <span>Certificate (certificate.json)</span>
              <input type="file" accept=".json,application/json" onChange={readCertificate} />
            </label>
            {checked && (
              <>
                <Signature {...checked} />
                <label className={styles.choice}>
                  <span>Delivered photos (unpacked)</span>
                  <input type="file" multiple onChange={readFiles} />
                </label>
              </>
            )}
          </>
        ) : (
          <p className={styles.bad}>Browsers check signatures at addresses that begin with https:// alone.</p>
        )}
        <p className={styles.bad} role="alert">
          {problem}
        </p>
        <p role="status">{isReading && 'Reading…'}</p>
        {compared && <Files compared={compared} />}
      </section>
    </HostPage>
  );
}

function Signature({ claims, isKnown, keyId }: Checked) {
  const { agency, iss, deliveredAt, deliveredBy, photos } = claims;
  const clients = [...new Set(photos.map(({ client }) => client))];
  return (
    <>
      <p className={isKnown ? styles.good : styles.doubtful}>
        {isKnown
          ? `✓ Signed by this site, and unchanged since.`
          : `Unchanged since it was signed, but signed by a key this site does not know: ${keyId}`}
      </p>
      <dl className={styles.facts}>
        <dt>Client</dt>
        <dd dir="auto">{clients.join(', ')}</dd>
        <dt>Agency</dt>
        <dd dir="auto">{agency ?? iss}</dd>
        <dt>Delivered</dt>
        <dd>
          {new Date(deliveredAt).toLocaleString()} by <bdi>{deliveredBy}</bdi>
        </dd>
        <dt>Photos</dt>
        <dd>{photos.length}</dd>
      </dl>
      <p>{CERTIFICATE_NOTE}</p>
    </>
  );
}

function Files({ compared: { matching, changed, unknown, missing } }: { compared: ComparedFiles }) {
  const wrong = changed.length + unknown.length + missing.length;
  return (
    <>
      <h2>
        {wrong === 0
          ? `All ${matching.length} files are as they were approved`
          : `${wrong === 1 ? '1 file is' : `${wrong} files are`} not as certified`}
      </h2>
      <ul className={styles.files}>
        {changed.map(({ name }) => (
          <li key={name} className={styles.bad}>
            <bdi>{name}</bdi>: changed since it was delivered
          </li>
        ))}
        {unknown.map((name) => (
          <li key={name} className={styles.bad}>
            <bdi>{name}</bdi>: not a photo of this certificate
          </li>
        ))}
        {missing.map(({ file }) => (
          <li key={file} className={styles.bad}>
            <bdi>{file}</bdi>: missing here
          </li>
        ))}
        {matching.map(({ name, photo }) => (
          <li key={name}>
            ✓ <bdi>{photo.title || name}</bdi>: approved by <bdi>{photo.approvedBy}</bdi>,{' '}
            {new Date(photo.approvedAt).toLocaleString()}, version {photo.version}
          </li>
        ))}
      </ul>
    </>
  );
}

async function verify(file: File, { keys }: CertificateKeysView): Promise<VerifiedCertificate> {
  if (file.size > CERTIFICATE_MAX) throw new CertificateError('This is not a certificate: it is too large.');
  return verifyCertificate(new TextDecoder().decode(await file.arrayBuffer()), keys);
}

/** One file after the other, so that only one is in memory. */
async function compare({ claims }: VerifiedCertificate, files: File[]): Promise<ComparedFiles> {
  const given: { name: string; sha256: string }[] = [];
  for (const file of files) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    given.push({ name: file.name, sha256 });
  }
  return compareFiles(claims, given);
}

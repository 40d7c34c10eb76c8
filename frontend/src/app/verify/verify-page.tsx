import { IMAGE_MAX_BYTES } from '@gmb-moments/backend/contract/limits';
import { CertificateError, compareFiles, verifyCertificate } from '@gmb-moments/backend/contract/verify-certificate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import card from '../../features/public-review/shell/card.module.css';
import { useTranslator, type Translator } from '../../lib/texts/translator';
import { certificateKeysQuery } from '../../records/certificates';
import { HostPage } from '../agency-host/host-page';
import host from '../agency-host/host-page.module.css';
import { FileChoice } from './file-choice';
import { FileList, Signature, type UnchangedCertificate } from './results';
import styles from './verify.module.css';

/** Maximum size of a certificate in bytes; one with a thousand photos has about 3 MB. */
const CERTIFICATE_MAX = 20_000_000;
/** Bytes that metadata may add to a photo. */
const TEXTS_MAX = 10_000_000;

/** The page that verifies a certificate and delivered files in the browser, without sending them. */
export function VerifyPage() {
  const t = useTranslator();
  const queryClient = useQueryClient();
  const certificate = useMutation({
    mutationFn: async (file: File): Promise<UnchangedCertificate> => {
      const text = await textOf(file);
      const keys = await queryClient.fetchQuery(certificateKeysQuery).catch(() => null);
      const verified = await verifyCertificate(text, keys?.keys ?? []);
      return { ...verified, fileName: file.name, hasKeys: keys !== null };
    },
  });
  const photos = useMutation({
    mutationFn: async (files: File[]) => {
      const given: { name: string; sha256: string }[] = [];
      // One after the other, so that only one file is in memory.
      for (const file of files) given.push({ name: file.name, sha256: await digestOf(file) });
      return compareFiles(certificate.data!.claims, given);
    },
  });
  const choose = ([file]: File[]) => {
    photos.reset();
    certificate.mutate(file!);
  };
  const checked = certificate.data;
  const problem = certificate.error ?? photos.error;
  const isReading = certificate.isPending || photos.isPending;

  return (
    <HostPage title={t.text('verify.title')}>
      <section
        className={`${card.card} anywhere gap-12 ${host.box} ${styles.box}`}
        aria-labelledby="verify"
        aria-busy={isReading}
      >
        <h1 id="verify">{t.text('verify.title')}</h1>
        <p className="muted">{t.text('verify.text')}</p>
        {window.isSecureContext ? (
          <FileChoice
            label={t.text('verify.certificate')}
            hint={t.text(checked ? 'verify.chooseOther' : 'verify.choose')}
            chosen={checked?.fileName}
            accept=".json,application/json"
            onChoose={choose}
          />
        ) : (
          <p className={styles.bad}>{t.text('verify.insecure')}</p>
        )}
        {checked && (
          <>
            <Signature {...checked} />
            <FileChoice
              label={t.text('verify.photos')}
              hint={t.text('verify.choosePhotos')}
              multiple
              onChoose={(files) => photos.mutate(files)}
            />
          </>
        )}
        <p className={styles.bad} role="alert">
          {problem && problemOf(t, problem)}
        </p>
        <p role="status">{isReading && t.text('verify.reading')}</p>
        {photos.data && <FileList compared={photos.data} />}
      </section>
    </HostPage>
  );
}

function problemOf(t: Translator, error: Error): string {
  return t.text(error instanceof CertificateError ? `verify.problem.${error.problem}` : 'verify.unreadable');
}

async function textOf(file: File): Promise<string> {
  if (file.size > CERTIFICATE_MAX) throw new CertificateError('large');
  return new TextDecoder().decode(await file.arrayBuffer());
}

/** SHA-256 of a file in hexadecimal; for a file larger than any photo, a text that matches no hash. */
async function digestOf(file: File): Promise<string> {
  if (file.size > IMAGE_MAX_BYTES + TEXTS_MAX) return '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

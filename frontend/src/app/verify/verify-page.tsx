import {
  CertificateError,
  compareFiles,
  verifyCertificate,
  type ComparedFiles,
} from '@gmb-moments/backend/contract/verify-certificate';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import card from '../../features/public-review/shell/card.module.css';
import { useSay, type Say } from '../../lib/texts/say';
import { certificateKeysQuery } from '../../records/certificates';
import { HostPage } from '../agency-host/host-page';
import { digestOf } from './digest';
import { FileChoice } from './file-choice';
import { FileList, Signature, type Checked } from './results';
import styles from './verify.module.css';

/** Longest certificate that is read, in bytes: of a thousand photos it has about 3 MB. */
const CERTIFICATE_MAX = 20_000_000;

/** Checks a certificate and delivered files in the browser: nothing of them is sent. */
export function VerifyPage() {
  const say = useSay();
  const queryClient = useQueryClient();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [compared, setCompared] = useState<ComparedFiles | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const run = useLatest();

  const start = async <T,>(work: () => Promise<T>, done: (result: T) => void) => {
    setCompared(null);
    setProblem(null);
    setReading(true);
    await run(work, { done, failed: setProblem, ended: () => setReading(false) });
  };
  const readCertificate = ([file]: File[]) => {
    setChecked(null);
    void start(async () => {
      const text = await textOf(file!);
      const keys = await queryClient.fetchQuery(certificateKeysQuery).catch(() => null);
      const verified = await verifyCertificate(text, keys?.keys ?? []);
      return { ...verified, fileName: file!.name, hasKeys: keys !== null };
    }, setChecked);
  };
  const readPhotos = (files: File[]) =>
    void start(async () => {
      const given: { name: string; sha256: string }[] = [];
      // One file after the other, so that only one is in memory.
      for (const file of files) given.push({ name: file.name, sha256: await digestOf(file) });
      return compareFiles(checked!.claims, given);
    }, setCompared);

  return (
    <HostPage title={say.text('verify.title')}>
      <section className={`${card.card} anywhere gap-12 ${styles.box}`} aria-labelledby="verify" aria-busy={isReading}>
        <h1 id="verify">{say.text('verify.title')}</h1>
        <p className="muted">{say.text('verify.text')}</p>
        {window.isSecureContext ? (
          <FileChoice
            label={say.text('verify.certificate')}
            hint={say.text(checked ? 'verify.chooseOther' : 'verify.choose')}
            chosen={checked?.fileName}
            accept=".json,application/json"
            onChoose={readCertificate}
          />
        ) : (
          <p className={styles.bad}>{say.text('verify.insecure')}</p>
        )}
        {checked && (
          <>
            <Signature {...checked} />
            <FileChoice
              label={say.text('verify.photos')}
              hint={say.text('verify.choosePhotos')}
              multiple
              onChoose={readPhotos}
            />
          </>
        )}
        <p className={styles.bad} role="alert">
          {problem !== null && problemOf(say, problem)}
        </p>
        <p role="status">{isReading && say.text('verify.reading')}</p>
        {compared && <FileList compared={compared} />}
      </section>
    </HostPage>
  );
}

function problemOf(say: Say, error: unknown): string {
  return say.text(error instanceof CertificateError ? `verify.problem.${error.problem}` : 'verify.unreadable');
}

interface Outcome<T> {
  done: (result: T) => void;
  failed: (error: unknown) => void;
  ended: () => void;
}

/** Runs work whose outcome counts only while no other was started: the files of an earlier choice say nothing of a later one. */
function useLatest() {
  const latest = useRef<object>(null);
  return async <T,>(work: () => Promise<T>, { done, failed, ended }: Outcome<T>): Promise<void> => {
    const own = {};
    latest.current = own;
    const outcome = await work().then(
      (result) => () => done(result),
      (error: unknown) => () => failed(error),
    );
    if (latest.current !== own) return;
    outcome();
    ended();
  };
}

async function textOf(file: File): Promise<string> {
  if (file.size > CERTIFICATE_MAX) throw new CertificateError('large');
  return new TextDecoder().decode(await file.arrayBuffer());
}

import type { ReviewLinkView } from '@gmb-moments/backend/contract/links';
import { PASSCODE_MAX } from '@gmb-moments/backend/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { Button } from '../shell/card';
import { BrandLogo } from '../shell/review-shell';
import shell from '../shell/shell.module.css';
import styles from './named.module.css';
import { givePasscode } from './review-link.api';

/** The form for the passcode of a link, which is asked for once per device. */
export function Passcode({ view, onGiven }: { view: ReviewLinkView; onGiven: () => void }) {
  const t = useTranslator();
  const id = useId();
  const give = useMutation({ mutationFn: givePasscode, onSuccess: onGiven });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const passcode = new FormData(event.currentTarget).get('passcode');
    give.mutate(String(passcode));
  };
  const { branding, client } = view;
  return (
    <main className={shell.main}>
      <form className={`stack anywhere gap-12 ${styles.passcode}`} onSubmit={submit}>
        <BrandLogo url={branding.logoUrl} alt={t.text('logo', { name: branding.name })} placeholder={null} />
        <h1 className="semibold">{t.text('passcode.title')}</h1>
        <p>{t.text('passcode.text', { agency: branding.name, client: client.business })}</p>
        <label htmlFor={id}>{t.text('passcode.label')}</label>
        <input
          id={id}
          className={shell.field}
          name="passcode"
          type="password"
          autoComplete="off"
          required
          maxLength={PASSCODE_MAX}
          aria-invalid={give.isError}
          aria-describedby={give.isError ? `${id}-error` : undefined}
        />
        {give.isError && (
          <p id={`${id}-error`} role="alert" className="rejected">
            {t.reasonOf(give.error)}
          </p>
        )}
        <Button variant="brand" type="submit" disabled={give.isPending}>
          {t.text('open')}
        </Button>
      </form>
    </main>
  );
}

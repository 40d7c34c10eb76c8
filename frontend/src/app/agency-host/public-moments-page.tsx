import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslator, type Translator } from '../../lib/texts/translator';
import { Button } from '../../features/public-review/shell/card';
import card from '../../features/public-review/shell/card.module.css';
import shell from '../../features/public-review/shell/shell.module.css';
import { HostPage } from './host-page';
import styles from './host-page.module.css';
import { pathOfPastedLink } from './pasted-link';

/** The start page for visitors: a form that opens a pasted link. It lists no moments. */
export function PublicMomentsPage() {
  const t = useTranslator();
  return (
    <HostPage>
      <section className={`${card.card} gap-8 ${styles.box}`} aria-labelledby="open-link">
        <h1 id="open-link">{t.text('start.title')}</h1>
        <p className="muted">{t.text('start.text')}</p>
        <OpenLinkForm />
      </section>
    </HostPage>
  );
}

function OpenLinkForm() {
  const t = useTranslator();
  const navigate = useNavigate();
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const path = pathOfPastedLink(link);
    if (path) return void navigate(path);
    setProblem(problemOf(t, link));
    document.getElementById('review-link')?.focus();
  };
  const write = (typed: string) => {
    setLink(typed);
    setProblem('');
  };
  return (
    <form className={`stack gap-6 ${styles.form}`} noValidate onSubmit={submit}>
      <label className="semibold" htmlFor="review-link">
        {t.text('start.label')}
      </label>
      <input
        id="review-link"
        className={shell.field}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        required
        value={link}
        placeholder="https://…"
        aria-invalid={problem !== ''}
        aria-describedby="review-link-problem"
        onChange={(event) => write(event.target.value)}
      />
      <p id="review-link-problem" className={`rejected anywhere ${styles.problem}`} role="alert">
        {problem}
      </p>
      <Button type="submit" variant="brand">
        {t.text('open')}
      </Button>
    </form>
  );
}

function problemOf(t: Translator, link: string): string {
  const { origin } = window.location;
  const expected = t.text('start.expected', {
    moment: `${origin}/public/…`,
    optimization: `${origin}/gmb-preview/…`,
  });
  return t.text(link.trim() === '' ? 'start.empty' : 'start.wrong', { expected });
}

import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../features/public-review/shell/card';
import card from '../../features/public-review/shell/card.module.css';
import { HostPage } from './host-page';
import styles from './host-page.module.css';
import { pathOfReviewLink } from './review-link';

/** The start page for visitors without a link: it opens a pasted link, and lists nothing. */
export function PublicMomentsPage() {
  return (
    <HostPage>
      <section className={`${card.card} ${styles.box}`} aria-labelledby="open-link">
        <h1 id="open-link">Open a review link</h1>
        <p>Paste the link that you were sent to see the content and to approve or reject it.</p>
        <OpenLinkForm />
      </section>
    </HostPage>
  );
}

function OpenLinkForm() {
  const navigate = useNavigate();
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const path = pathOfReviewLink(link);
    if (path) return void navigate(path);
    setProblem(problemOf(link));
    document.getElementById('review-link')?.focus();
  };
  const write = (typed: string) => {
    setLink(typed);
    setProblem('');
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label htmlFor="review-link">Review link</label>
      <input
        id="review-link"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={link}
        placeholder="https://…"
        aria-invalid={problem !== ''}
        aria-describedby="review-link-problem"
        onChange={(event) => write(event.target.value)}
      />
      <p id="review-link-problem" className={styles.problem} role="alert">
        {problem}
      </p>
      <Button type="submit" look="brand">
        Open
      </Button>
    </form>
  );
}

function problemOf(link: string): string {
  const expected = `Paste the whole link as it was sent to you, such as ${window.location.origin}/public/… or ${window.location.origin}/gmb-preview/…, or only the id at its end.`;
  return link.trim() === '' ? `There is no link in the box yet. ${expected}` : `This is not a review link. ${expected}`;
}

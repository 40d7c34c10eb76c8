import { FIRST_STEPS, type FirstStep, type SampleView } from '@gmb-moments/backend/contract/getting-started';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { CheckIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import stretched from '../../ui/stretched-link.module.css';
import styles from './getting-started.module.css';
import { SampleRow } from './sample-row';
import { useQuery } from '@tanstack/react-query';
import { usePersistedChoice } from '../../lib/persisted-choice';
import { gettingStartedQuery } from '../../records/getting-started';

interface Props {
  done: Record<FirstStep, boolean>;
  sample: SampleView | null;
  /** Path of the package whose captions and link are the next steps. */
  momentPath: string;
  /** Whether the next step has the page's primary button. */
  isNext: boolean;
  onDismiss: () => void;
}

interface Step {
  title: string;
  hint: string;
  /** Label of the button while it is the next step. */
  button: string;
}

const STEPS: Record<FirstStep, Step> = {
  brand: { title: 'Set your brand', hint: 'Name, logo and colour, or an agency of your own', button: 'Open Settings' },
  client: { title: 'Add a client', hint: 'The business whose profile you look after', button: 'Go to Clients' },
  moment: { title: 'Create a package', hint: 'Up to 30 photos for one client', button: 'Create Moment' },
  captions: { title: 'Write the captions', hint: 'The AI drafts them, you check them', button: 'Open the package' },
  share: {
    title: 'Share the link',
    hint: 'The client approves or rejects without an account',
    button: 'Open the package',
  },
};

/** The first steps of a new team, with links to their pages, and a sample for trying the product. */
export function FirstSteps({ done, sample, momentPath, isNext, onDismiss }: Props) {
  const paths: Record<FirstStep, string> = {
    brand: '/settings',
    client: '/clients',
    moment: '/moments/create',
    captions: momentPath,
    share: momentPath,
  };
  const next = FIRST_STEPS.find((step) => !done[step]);
  const count = FIRST_STEPS.filter((step) => done[step]).length;
  return (
    <section aria-labelledby="getting-started" className={`shrink ${styles['section']}`}>
      <div className={`row between gap-8 ${styles['head']}`}>
        <h2 id="getting-started" className="heading">
          Getting started{' '}
          <span className="faint numbers count">
            {count} of {FIRST_STEPS.length}
          </span>
        </h2>
        <Button type="text" size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
      <ol className="frame divided">
        {FIRST_STEPS.map((step, index) => {
          const { title, hint, button } = STEPS[step];
          return (
            <li
              key={step}
              className={`row gap-12 ${stretched.row} ${styles['step']}`}
              aria-current={step === next ? 'step' : undefined}
            >
              <span
                className={`centered no-shrink disc numbers note medium ${styles['number']} ${done[step] ? `soft-approved ${styles['done']}` : 'muted'}`}
              >
                {done[step] ? (
                  <CheckIcon size={14} role="img" aria-label="Done" />
                ) : (
                  <span aria-hidden>{index + 1}</span>
                )}
              </span>
              <span className={`column grow gap-2 ${styles['texts']}`}>
                <Link to={paths[step]} className={`${stretched.link} ${styles['title']}`}>
                  {title}
                </Link>
                <span className="muted">{hint}</span>
              </span>
              {step === next && (
                <LinkButton
                  type={isNext ? 'primary' : 'default'}
                  to={paths[step]}
                  className={`raised no-shrink ${styles['action']}`}
                >
                  {button}
                </LinkButton>
              )}
            </li>
          );
        })}
      </ol>
      <SampleRow sample={sample} />
    </section>
  );
}

/** The state of the first steps, which are shown until all are done, or dismissed in this browser. */
export function useFirstSteps() {
  const [choice, choose] = usePersistedChoice('getting-started', ['shown', 'dismissed']);
  const { data, isPending } = useQuery(gettingStartedQuery);
  const isOpen = choice === 'shown' && FIRST_STEPS.some((step) => data && !data.done[step]);
  return {
    /** The completed steps; `null` if the steps are not shown, or still loading. */
    done: data && isOpen ? data.done : null,
    sample: data?.sample ?? null,
    /** Whether they are still loading. */
    isPending: choice === 'shown' && isPending,
    dismiss: () => choose('dismissed'),
  };
}

import type { LinkView } from '@gmb-moments/backend/contract/links';
import { Button } from 'antd';
import { toast } from '../../lib/toast';
import { Initials } from '../../ui/initials';
import { CopyButton } from '../../ui/copy-button';
import { MailIcon, MessageIcon } from '../../ui/icons';
import { isReached, type ShareDraft } from './share-draft';
import styles from './share-dialog.module.css';
import { mailAddress, whatsAppAddress } from '../../lib/message-addresses';
import { textFor } from './share-text';

interface Props {
  links: LinkView[];
  /** Whether reviewers with an address get a mail. */
  isMailed: boolean;
  /** Title of the shared review. */
  title: string;
  draft: Pick<ShareDraft, 'message' | 'passcode'>;
}

/** The created links, each with its message and buttons to send it. */
export function ShareLinks({ links, isMailed, title, draft }: Props) {
  return (
    <>
      <p role="status" className={styles['made']}>
        {isMailed && links.some(({ reviewer }) => isReached(reviewer)) ? mailedText(links) : readyText(links)}
        {draft.passcode && ' The passcode is not in the text; tell it to them in another way.'}
      </p>
      <ul className="box divided">
        {links.map((link) => (
          <li key={link.id}>
            <NewLink link={link} title={title} message={draft.message} />
          </li>
        ))}
      </ul>
    </>
  );
}

function readyText({ length }: LinkView[]): string {
  return length === 1
    ? 'The link is ready. Send it to its reviewer:'
    : 'The links are ready. Send each to its reviewer:';
}

/** A sentence about who gets a mail. */
function mailedText(links: LinkView[]): string {
  const names = (some: LinkView[]) => new Intl.ListFormat('en').format(some.map(({ reviewer }) => reviewer.name));
  const mailed = links.filter(({ reviewer }) => isReached(reviewer));
  const others = links.filter(({ reviewer }) => !isReached(reviewer));
  const sent = `The mail is on its way to ${names(mailed)}.`;
  return others.length > 0 ? `${sent} Send the link to ${names(others)} yourself:` : sent;
}

function NewLink({ link: { reviewer, address }, title, message }: { link: LinkView; title: string; message: string }) {
  if (!address) return null;
  const text = textFor(reviewer, message, address);
  return (
    <div className={styles['link']}>
      <Initials name={reviewer.name} />
      <div className="grid shrink">
        <span className="clip strong">
          <bdi>{reviewer.name}</bdi>
        </span>
        <span className="clip muted small" title={address}>
          {address}
        </span>
      </div>
      <span className={`flex wrap gap-8 ${styles['ways']}`}>
        <CopyButton
          text={text}
          aria-label={`Copy the text for ${reviewer.name}`}
          onCopied={() => toast.success('Copied', `The text for ${reviewer.name}, with the link`)}
        />
        <Button icon={<MailIcon />} href={mailAddress(reviewer, title, text)} aria-label={`Mail to ${reviewer.name}`}>
          Mail
        </Button>
        <Button
          icon={<MessageIcon />}
          href={whatsAppAddress(text)}
          target="_blank"
          rel="noopener"
          aria-label={`WhatsApp to ${reviewer.name}`}
        >
          WhatsApp
        </Button>
      </span>
    </div>
  );
}

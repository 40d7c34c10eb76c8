import { AlertIcon } from '../../ui/icons';
import styles from '../notes.module.css';

/** Says that mails to an address are not sent any more; nothing for `''`. */
export function MailRefusal({ sentence }: { sentence: string }) {
  if (sentence === '') return null;
  return (
    <span className={styles['refusal']}>
      <AlertIcon />
      <span>
        Mail could not be delivered: <bdi>{sentence}</bdi>
      </span>
    </span>
  );
}

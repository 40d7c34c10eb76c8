import { AlertIcon } from '../../ui/icons';

/** Says that mails to an address are not sent any more; nothing for `''`. */
export function MailRefusal({ sentence }: { sentence: string }) {
  if (sentence === '') return null;
  return (
    <span className="note grow flex rejected anywhere gap-6">
      <AlertIcon className="rigid" />
      <span>
        Mail could not be delivered: <bdi>{sentence}</bdi>
      </span>
    </span>
  );
}

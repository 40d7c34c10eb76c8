import { Button } from 'antd';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { answerByPasskey } from '../../records/passkeys';
import { KeyIcon } from '../../ui/icons';

interface PasskeyButtonProps {
  text: string;
  disabled: boolean;
  /** Called with the answer of the passkey that somebody chose. */
  onAnswer: (passkey: string) => void;
}

/** Asks for a passkey. Below it stands why none was given: no toast, since most have just chosen to stop. */
export function PasskeyButton({ text, disabled, onAnswer }: PasskeyButtonProps) {
  const ask = useToastMutation({ mutationFn: answerByPasskey, failure: () => null, onSuccess: onAnswer });
  return (
    <>
      <Button
        size="large"
        block
        icon={<KeyIcon />}
        disabled={disabled}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {text}
      </Button>
      <p role="status" className="muted small">
        {ask.error && reasonOf(ask.error)}
      </p>
    </>
  );
}

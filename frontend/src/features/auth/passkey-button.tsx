import { Button } from 'antd';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { answerByPasskey } from '../../records/passkeys';
import { KeyIcon } from '../../ui/icons';

interface PasskeyButtonProps {
  text: string;
  disabled: boolean;
  /** Called with the answer of the chosen passkey. */
  onAnswer: (passkey: string) => void;
}

/**
 * Asks for a passkey. A failure is shown below the button instead of in a toast, because most people have cancelled.
 */
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

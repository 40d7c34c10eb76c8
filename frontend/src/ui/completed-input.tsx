import { Input, type InputProps } from 'antd';
import { isWebAddress, webAddress } from '../lib/web-address';

interface CompletedInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** Returns the completed form of a typed text, or the text itself. */
  complete: (typed: string) => string;
  value?: string;
  onChange?: (text: string) => void;
}

/** An input whose text is completed on blur, and before Enter submits. */
export function CompletedInput({ complete, value = '', onChange, onBlur, ...input }: CompletedInputProps) {
  const finish = () => {
    const completed = complete(value);
    if (completed !== value) onChange?.(completed);
  };
  return (
    <Input
      {...input}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      onPressEnter={finish}
      onBlur={(event) => {
        finish();
        onBlur?.(event);
      }}
    />
  );
}

/** Props of a form item with a web address, which is validated on blur. */
export const WEB_ADDRESS_ITEM = {
  rules: [
    {
      validator: async (_rule: unknown, typed = '') => {
        const address = webAddress(typed);
        if (address !== '' && !isWebAddress(address)) throw new Error('Must be a valid URL');
      },
    },
  ],
  validateTrigger: 'onBlur',
};

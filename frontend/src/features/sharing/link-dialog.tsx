import type { LinkView, UpdateLinkBody } from '@gmb-moments/backend/contract/links';
import { PASSCODE_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { FormDialog } from '../../ui/form-dialog';
import { endOfDay, toDay } from '../../lib/days';
import { passcodeProblem } from './share-draft';
import { allSharing, updateLink } from '../../records/sharing';

interface Props {
  link: LinkView;
  onClose: () => void;
}

interface Fields {
  mayDecide: boolean;
  /** Last day of the link, `YYYY-MM-DD`; `''` for no end. */
  lastDay: string;
  /** A new passcode; `''` keeps the current one. */
  passcode: string;
  isPasscodeRemoved: boolean;
}

/** Edits a reviewer's link: whether it may decide, its end, its passcode. Mount it to open it. */
export function LinkDialog({ link, onClose }: Props) {
  const { id, reviewer, mayDecide, expiresAt, hasPasscode } = link;
  const lastDay = expiresAt ? toDay(new Date(expiresAt)) : '';
  const save = useToastMutation({
    mutationFn: (fields: Fields) => updateLink(id, bodyOf(fields, lastDay)),
    success: ['Updated', `The link of ${reviewer.name}`],
    failure: toastOnlyIfUnreachable,
    onSuccess: onClose,
    refresh: [allSharing],
  });
  return (
    <FormDialog<Fields>
      title={`Link of ${reviewer.name}`}
      submitText="Save Changes"
      save={save}
      record={{ values: { mayDecide, lastDay, passcode: '', isPasscodeRemoved: false } }}
      onClose={onClose}
      width={440}
    >
      <Form.Item name="mayDecide" valuePropName="checked">
        <CheckField>May decide, not only look</CheckField>
      </Form.Item>
      <Form.Item label="Last day" name="lastDay" extra="Empty: the link never expires.">
        <Input type="date" />
      </Form.Item>
      <Form.Item label={hasPasscode ? 'New passcode' : 'Passcode'} name="passcode" rules={[PASSCODE_RULE]}>
        <Input autoComplete="off" maxLength={PASSCODE_MAX} placeholder={hasPasscode ? 'As it is' : 'None'} />
      </Form.Item>
      {hasPasscode && (
        <Form.Item name="isPasscodeRemoved" valuePropName="checked">
          <CheckField>Remove the passcode</CheckField>
        </Form.Item>
      )}
    </FormDialog>
  );
}

const PASSCODE_RULE = {
  validator: async (_rule: unknown, passcode = '') => {
    const problem = passcode === '' ? null : passcodeProblem({ passcode });
    if (problem) throw new Error(problem);
  },
};

interface CheckProps {
  /** Set by the form item. */
  checked?: boolean;
  children: string;
}

function CheckField({ children, ...input }: CheckProps) {
  return (
    <label className="row gap-8">
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}

function bodyOf({ mayDecide, lastDay, passcode, isPasscodeRemoved }: Fields, before: string): UpdateLinkBody {
  return {
    mayDecide,
    ...(lastDay !== before && { expiresAt: lastDay ? endOfDay(lastDay).toISOString() : null }),
    ...(isPasscodeRemoved ? { passcode: null } : passcode !== '' && { passcode }),
  };
}

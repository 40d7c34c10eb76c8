import { DEFAULT_LANGUAGE, LANGUAGES } from '@gmb-moments/backend/contract/languages';
import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { Form, Input, Select } from 'antd';
import { atMost, matchesLabel, notBlank } from '../../lib/characters';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { FormDialog } from '../../ui/form-dialog';
import { languageName } from './share-text';
import { addReviewer, reviewersQuery, allSharing, updateReviewer } from '../../records/sharing';

interface Props {
  clientId: string;
  /** The reviewer to edit; without it, a new one is added. */
  reviewer?: ReviewerView;
  onClose: () => void;
}

type Fields = Pick<ReviewerView, 'name' | 'email' | 'language' | 'timeZone'>;

/** Adds a reviewer to a client, or edits one. Mount it to open it. */
export function ReviewerDialog({ clientId, reviewer, onClose }: Props) {
  const save = useToastMutation({
    mutationFn: (fields: Fields) => (reviewer ? updateReviewer(reviewer.id, fields) : addReviewer(clientId, fields)),
    success: ({ name }) => [reviewer ? 'Updated' : 'Reviewer added', name],
    failure: toastOnlyIfUnreachable,
    onSuccess: onClose,
    refresh: [reviewersQuery(clientId), allSharing],
  });
  const { name = '', email = '', language = DEFAULT_LANGUAGE, timeZone = ownTimeZone() } = reviewer ?? {};
  return (
    <FormDialog<Fields>
      title={reviewer ? 'Edit Reviewer' : 'Add Reviewer'}
      submitText={reviewer ? 'Save Changes' : 'Add Reviewer'}
      save={save}
      record={{ values: { name, email, language, timeZone } }}
      onClose={onClose}
    >
      <Form.Item label="Name" name="name" rules={[notBlank('Name is required')]}>
        <Input count={atMost(NAME_MAX)} autoComplete="off" />
      </Form.Item>
      <Form.Item
        label="E-mail"
        name="email"
        extra={
          reviewer?.email
            ? 'Another address makes new links: those that were sent stop working.'
            : 'Without one, you give the link to them by another way.'
        }
      >
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item label="Language" name="language" extra="Of mails and of the review page.">
        <Select options={LANGUAGE_OPTIONS} showSearch={{ filterOption: matchesLabel }} />
      </Form.Item>
      <Form.Item label="Time zone" name="timeZone" extra="Reminders keep to working hours there.">
        <Select options={timeZoneOptions(timeZone)} showSearch={{ filterOption: matchesLabel }} />
      </Form.Item>
    </FormDialog>
  );
}

const LANGUAGE_OPTIONS = LANGUAGES.map((language) => ({ value: language, label: languageName(language) }));

function timeZoneOptions(chosen: string) {
  const zones = new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

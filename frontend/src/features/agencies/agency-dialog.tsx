import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { AGENCY_DEFAULT_COLOR, NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import { COLOR_RULE, ColorField } from '../../components/color-field';
import { FormDialog, markRefusedFields } from '../../components/form-dialog';
import { LogoField } from '../../components/logo-field';
import type { AgencyFields } from './agencies.api';
import { useSaveAgency } from './agency-mutations';
import { DomainHint } from './domain-hint';

const DOMAIN = /^\s*([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])\s*$/i;
const DOMAIN_MAX = 253;

/** Adds an agency, or edits the given one. Mount it to open it. */
export function AgencyDialog({ agency, onClose }: { agency?: AgencyView; onClose: () => void }) {
  const [form] = Form.useForm<AgencyFields>();
  const customDomain = Form.useWatch('customDomain', form);
  const save = useSaveAgency(agency?.id, { onSaved: onClose });
  return (
    <FormDialog
      title={agency ? 'Edit Agency' : 'Add Agency'}
      submitText={agency ? 'Save Changes' : 'Add Agency'}
      pendingText="Saving..."
      pending={save.isPending}
      error={save.error}
      form={form}
      initialValues={{
        name: agency?.name ?? '',
        primaryColor: agency?.primaryColor ?? AGENCY_DEFAULT_COLOR,
        customDomain: agency?.customDomain ?? '',
        logo: null,
      }}
      onSubmit={(fields) => save.mutate(fields, { onError: (error) => markRefusedFields(form, error) })}
      onClose={onClose}
    >
      <Form.Item
        label="Name"
        name="name"
        rules={[{ required: true, whitespace: true, message: 'Agency name is required' }]}
      >
        <Input maxLength={NAME_MAX} autoComplete="off" />
      </Form.Item>
      <Form.Item label="Primary Color" name="primaryColor" rules={[{ required: true, ...COLOR_RULE }]}>
        <ColorField />
      </Form.Item>
      <Form.Item label="Logo" name="logo">
        <LogoField currentUrl={agency?.logoUrl} />
      </Form.Item>
      <Form.Item
        label="Custom Domain"
        name="customDomain"
        extra={<DomainHint agency={agency} typed={customDomain} />}
        rules={[
          { pattern: DOMAIN, message: 'Enter a domain such as review.example.com, without http:// and without a path' },
        ]}
      >
        <Input maxLength={DOMAIN_MAX} placeholder="review.example.com" spellCheck={false} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}

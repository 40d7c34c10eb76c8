import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { AGENCY_DEFAULT_COLOR, NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import type { FieldViews } from '../../components/changed-meanwhile';
import { COLOR_RULE, ColorField } from '../../components/color-field';
import { useEditedRow, type StoredRow } from '../../components/edited-row';
import { fillForm, FormDialog, markRefusedFields } from '../../components/form-dialog';
import { Logo } from '../../components/logo';
import { shownLogo } from '../../components/logo-change';
import { LogoField } from '../../components/logo-field';
import { atMost, notBlank } from '../../lib/characters';
import type { AgencyFields } from './agencies.api';
import { useSaveAgency } from './agency-mutations';
import { DomainHint } from './domain-hint';
import { domainName } from './domain-name';

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
const DOMAIN_MAX = 253;

/** What the dialog edits, with the logo by its address. */
type AgencyRow = Omit<AgencyFields, 'logo'> & { logo: File | string | null };

const FIELDS: FieldViews<AgencyRow> = {
  name: 'Name',
  primaryColor: 'Primary Color',
  logo: { label: 'Logo', show: (url) => <Logo source={String(url)} size={48} alt="The logo in use now" /> },
  customDomain: 'Custom Domain',
};

/** Adds an agency, or edits the given one. Mount it to open it. */
export function AgencyDialog({ agency, onClose }: { agency?: AgencyView; onClose: () => void }) {
  const [form] = Form.useForm<AgencyFields>();
  const customDomain = Form.useWatch('customDomain', form);
  const save = useSaveAgency(agency?.id, { onSaved: onClose });
  const row = useEditedRow<AgencyRow>(agency && storedRow(agency), {
    typed: ({ logo }) => ({ ...form.getFieldsValue(), logo: shownLogo(form.getFieldValue('logo'), logo) }),
    // A stored logo is shown beside the field, which holds only what is to become of it.
    fill: ({ logo, ...fields }) => fillForm(form, logo === undefined ? fields : { ...fields, logo: null }),
    isSaving: save.isPending,
  });
  const revision = row.base?.revision;
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
      edited={{ what: 'this agency', row, fields: FIELDS }}
      onSubmit={(fields) =>
        save.mutate({ ...fields, revision }, { onError: (error) => markRefusedFields(form, error) })
      }
      onClose={onClose}
    >
      <Form.Item label="Name" name="name" rules={[notBlank('Agency name is required')]}>
        <Input count={atMost(NAME_MAX)} autoComplete="off" />
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
        rules={[{ validator: (_rule, typed: string) => checkDomain(typed) }]}
      >
        <Input count={atMost(DOMAIN_MAX)} placeholder="review.example.com" spellCheck={false} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}

async function checkDomain(typed = ''): Promise<void> {
  if (typed.trim() === '' || DOMAIN.test(domainName(typed))) return;
  throw new Error('Enter a domain such as review.example.com, without http:// and without a path');
}

function storedRow({ name, primaryColor, customDomain, logoUrl, revision, editor }: AgencyView): StoredRow<AgencyRow> {
  return { values: { name, primaryColor, customDomain: customDomain ?? '', logo: logoUrl }, revision, editor };
}

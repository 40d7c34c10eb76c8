import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { DOMAIN, DOMAIN_MAX } from '@gmb-moments/backend/contract/host-name';
import { AGENCY_DEFAULT_COLOR, NAME_MAX, POSTAL_ADDRESS_MAX } from '@gmb-moments/backend/contract/limits';
import { pick } from '@gmb-moments/backend/contract/record-fields';
import { Form, Input } from 'antd';
import { COLOR_RULE, ColorField } from '../../ui/color-field';
import { CompletedInput } from '../../ui/completed-input';
import type { FieldViews, BasedOn, StoredRecord } from '../../ui/record-edits';
import { FormDialog } from '../../ui/form-dialog';
import { LOGO_VIEW } from '../../ui/logo';
import { LogoField } from '../../ui/logo-field';
import { atMost, notBlank } from '../../lib/characters';
import { useToastMutation } from '../../lib/toast-mutation';
import { domainOf } from '../../lib/web-address';
import { agenciesQuery, saveAgency, type AgencyFields } from '../../records/agencies';

const FIELD_VIEWS: FieldViews<AgencyFields> = {
  name: 'Name',
  primaryColor: 'Primary Color',
  logo: LOGO_VIEW,
  customDomain: 'Custom Domain',
  replyTo: 'Reply-To',
  postalAddress: 'Postal Address',
};

const EMPTY_AGENCY: AgencyFields = {
  name: '',
  primaryColor: AGENCY_DEFAULT_COLOR,
  customDomain: '',
  replyTo: '',
  postalAddress: '',
  logo: null,
};

/** Adds an agency, or edits the given one. Mount it to open it. */
export function AgencyDialog({ agency, onClose }: { agency?: AgencyView | undefined; onClose: () => void }) {
  const save = useToastMutation({
    mutationFn: (fields: AgencyFields & BasedOn) => saveAgency(fields, agency),
    success: ({ name, customDomain }) => {
      if (agency) return ['Agency updated', name];
      const nextStep = `Now set up DNS for ${customDomain}: choose Setup DNS in its row.`;
      return ['Agency created', customDomain ? nextStep : name];
    },
    failure: `Failed to ${agency ? 'update' : 'create'} agency. Please try again.`,
    onSuccess: onClose,
    refresh: [agenciesQuery],
  });
  return (
    <FormDialog
      title={agency ? 'Edit Agency' : 'Add Agency'}
      submitText={agency ? 'Save Changes' : 'Add Agency'}
      save={save}
      record={agency ? storedRecord(agency) : { values: EMPTY_AGENCY }}
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
        extra={<DomainHelp agency={agency} />}
        rules={[{ validator: (_rule, typed: string) => validateDomain(typed) }]}
      >
        <CompletedInput
          complete={domainOf}
          count={atMost(DOMAIN_MAX)}
          placeholder="review.example.com"
          spellCheck={false}
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item
        label="Reply-To"
        name="replyTo"
        extra="Gets the answers to mails where whoever shared has no address or has left."
        rules={[{ pattern: /^\s*[^\s@]+@[^\s@]+\s*$/, message: 'Enter an e-mail address such as hello@example.com' }]}
      >
        <Input type="email" placeholder="hello@example.com" autoComplete="off" />
      </Form.Item>
      <Form.Item label="Postal Address" name="postalAddress" extra="Stands at the end of mails to reviewers.">
        <Input count={atMost(POSTAL_ADDRESS_MAX)} placeholder="12 Congress Street, Portland" autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}

/** The help text below the custom domain field: what saving the typed domain changes. */
function DomainHelp({ agency }: { agency: AgencyView | undefined }) {
  const typed = Form.useWatch<string | undefined>('customDomain', Form.useFormInstance());
  return <span role="status">{domainHelp(agency, domainOf(typed ?? '')).join(' ')}</span>;
}

function domainHelp(agency: AgencyView | undefined, domain: string): string[] {
  const saved = agency?.customDomain;
  if (!saved || domain === saved) return ["Serves this agency's client-facing pages. Leave it empty for none."];
  const change = domain
    ? 'A changed domain must be verified again before links for clients use it.'
    : 'The agency will have no domain.';
  return agency.domainVerified ? [change, `Links to ${saved} that clients already have stop working.`] : [change];
}

async function validateDomain(typed = ''): Promise<void> {
  const domain = domainOf(typed);
  if (domain === '' || DOMAIN.test(domain)) return;
  throw new Error('Enter a domain such as review.example.com, without a path');
}

function storedRecord({ revision, editor, ...agency }: AgencyView): StoredRecord<AgencyFields> {
  const texts = pick(agency, ['name', 'primaryColor', 'replyTo', 'postalAddress']);
  const values = { ...texts, customDomain: agency.customDomain ?? '', logo: agency.logoUrl };
  return { values, revision, editor, what: 'this agency', fields: FIELD_VIEWS };
}

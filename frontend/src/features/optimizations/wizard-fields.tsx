import type { FieldViews } from '../../components/changed-meanwhile';
import { ClientName } from '../clients/client-select';
import type { WizardValues } from './wizard-values';

/** How the fields of the wizard are called and shown, where somebody else changed them. */
export const WIZARD_FIELDS: FieldViews<WizardValues> = {
  clientId: { label: 'Client', show: (id) => <ClientName id={String(id)} /> },
  businessName: 'Business Name',
  website: 'Website',
  gmbLink: 'GMB Link',
  phone: 'Phone',
  address: 'Address',
  hours: 'Hours',
  categories: 'Categories',
  currentDescription: 'Current Description',
  currentServices: 'Current Services',
  currentServiceAreas: 'Current Service Areas',
  currentFAQs: 'Current FAQs',
};

import type { FieldViews } from '../../components/changed-meanwhile';
import { AgencyName } from '../agencies/agency-select';
import type { ClientFields } from './clients.api';

/** How the fields of a client are called and shown, where somebody else changed them. */
export const CLIENT_FIELDS: FieldViews<ClientFields> = {
  business: 'Business Name',
  agencyId: { label: 'Agency', show: (id) => <AgencyName id={String(id)} /> },
  description: 'Description',
  mediaDescription: 'Media Description',
  serviceAreas: 'Service Areas',
  website: 'Website',
  phone: 'Phone',
  address: 'Address',
  socialLinks: 'Social Links',
  targetKeywords: 'Target Keywords',
  categories: 'Categories',
  notes: 'Notes',
};

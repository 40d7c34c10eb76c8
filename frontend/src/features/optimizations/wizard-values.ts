import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';

/** The fields of the wizard, by step. */
const EMPTY_BASICS = { clientId: undefined as string | undefined, businessName: '', website: '', gmbLink: '' };
const EMPTY_GMB_DATA = {
  phone: '',
  address: '',
  hours: '',
  categories: [] as string[],
  currentDescription: '',
  currentServices: '',
  currentServiceAreas: '',
  currentFAQs: '',
};
const EMPTY_VALUES = { ...EMPTY_BASICS, ...EMPTY_GMB_DATA };

export type WizardValues = typeof EMPTY_VALUES;
export type WizardField = keyof WizardValues;

export const WIZARD_FIELDS = Object.keys(EMPTY_VALUES) as WizardField[];

/** The steps, by their place. */
export const BASICS = 0;
export const GMB_DATA = 1;
export const REVIEW = 2;

/** The fields of a step. */
export function fieldsOfStep(step: typeof BASICS | typeof GMB_DATA): WizardField[] {
  return Object.keys(step === BASICS ? EMPTY_BASICS : EMPTY_GMB_DATA) as WizardField[];
}

/** The step that has a field. */
export function stepOfField(field: string): number | undefined {
  if (field in EMPTY_BASICS) return BASICS;
  return field in EMPTY_GMB_DATA ? GMB_DATA : undefined;
}

/** The fields of a saved draft. */
export function valuesOf(draft: OptimizationView): WizardValues {
  const texts = Object.fromEntries(WIZARD_FIELDS.map((name) => [name, draft[name]])) as unknown as WizardValues;
  return { ...texts, categories: draft.categories.split('\n').filter(Boolean) };
}

/** The request body that creates a draft: step 1, and step 2 if some of it is filled in already. */
export function newDraftOf(values: WizardValues) {
  const gmbData = gmbDataOf(values);
  return { ...basicsOf(values), ...(Object.values(gmbData).some(Boolean) && gmbData) };
}

/** The request body that saves a step; that of the last step submits. */
export function changesOf(step: number, values: WizardValues) {
  if (step === BASICS) return basicsOf(values);
  return { ...gmbDataOf(values), ...(step === REVIEW && { status: 'in_progress' as const }) };
}

function basicsOf(values: WizardValues) {
  return {
    clientId: values.clientId ?? '',
    businessName: values.businessName.trim(),
    website: textOrNull(values.website),
    gmbLink: textOrNull(values.gmbLink),
  };
}

/** Empty values are `null`, except services and service areas, which are sent as typed. */
function gmbDataOf(values: WizardValues) {
  return {
    phone: textOrNull(values.phone),
    address: textOrNull(values.address),
    hours: textOrNull(values.hours),
    categories: textOrNull(values.categories.join('\n')),
    currentDescription: textOrNull(values.currentDescription),
    currentServices: values.currentServices,
    currentServiceAreas: values.currentServiceAreas,
    currentFAQs: textOrNull(values.currentFAQs),
  };
}

/** Values taken from a client's record; see `prefill`. */
export type Prefill = Partial<Omit<WizardValues, 'clientId'>>;

export function prefillOf(client: ClientView): Prefill {
  return {
    businessName: client.business,
    website: client.website,
    phone: client.phone,
    address: client.address,
    categories: client.categories,
    currentDescription: client.description,
    currentServiceAreas: onePerLine(client.serviceAreas),
  };
}

/** The fields of a new draft, filled in from the record of the client that it is for. */
export function newValues(client: ClientView | undefined): WizardValues {
  return client ? { ...EMPTY_VALUES, clientId: client.id, ...prefillOf(client) } : EMPTY_VALUES;
}

/** The fields to fill in when a client is chosen: those that are empty, or that the client chosen before has filled. */
export function prefill(values: WizardValues, next: Prefill, before: Prefill): Partial<WizardValues> {
  return Object.fromEntries(
    Object.entries(next).filter(([name]) => {
      // A list without entries is an empty text.
      const value = String(values[name as WizardField]);
      return value === '' || value === String(before[name as keyof Prefill]);
    }),
  );
}

/** A comma-separated list with each entry on a line of its own; a text of several lines stays as it is. */
export function onePerLine(list: string): string {
  if (list.trim().includes('\n')) return list;
  // Commas in brackets do not separate.
  const entries = list.split(/[,;](?![^()]*\))/).map((entry) => entry.trim());
  return entries.filter(Boolean).join('\n');
}

function textOrNull(text: string): string | null {
  return text.trim() || null;
}

import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { OPTIMIZATION_FIELDS, type OptimizationField } from '@gmb-moments/backend/contract/optimization-fields';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { emptyRecord, namesOf, type ValuesOf } from '@gmb-moments/backend/contract/record-fields';

type RecordFieldName = keyof typeof OPTIMIZATION_FIELDS;

/** The values of the wizard's form: the record's fields, with categories as a list, and the client. */
export type WizardValues = Omit<ValuesOf<typeof OPTIMIZATION_FIELDS>, 'categories'> & {
  clientId: string | undefined;
  categories: string[];
};
export type WizardField = keyof WizardValues;

const RECORD_FIELDS = namesOf(OPTIMIZATION_FIELDS);
export const WIZARD_FIELDS: WizardField[] = ['clientId', ...RECORD_FIELDS];
const EMPTY_VALUES: WizardValues = { clientId: undefined, ...emptyRecord(OPTIMIZATION_FIELDS), categories: [] };

/** Indexes of the steps. */
export const BASICS = 0;
export const GMB_DATA = 1;
export const REVIEW = 2;

/** The fields of a step. */
export function fieldsOfStep(step: typeof BASICS | typeof GMB_DATA): WizardField[] {
  return WIZARD_FIELDS.filter((name) => stepOfField(name) === step);
}

/** The step that has a field. */
export function stepOfField(field: string): number | undefined {
  if (field === 'clientId') return BASICS;
  if (!(field in OPTIMIZATION_FIELDS)) return undefined;
  return OPTIMIZATION_FIELDS[field as RecordFieldName].step === 'business' ? BASICS : GMB_DATA;
}

/** The form values of a saved draft. */
export function valuesOf(draft: OptimizationView): WizardValues {
  const texts = Object.fromEntries(WIZARD_FIELDS.map((name) => [name, draft[name]])) as unknown as WizardValues;
  return { ...texts, categories: draft.categories.split('\n').filter(Boolean) };
}

/** The request body that creates a draft: step 1, and step 2 if it has values. */
export function newDraftOf(values: WizardValues) {
  const gmbData = gmbDataOf(values);
  return { ...basicsOf(values), ...(Object.values(gmbData).some(Boolean) && gmbData) };
}

/** The request body that saves a step; the last one submits the draft. */
export function changesOf(step: number, values: WizardValues) {
  if (step === BASICS) return basicsOf(values);
  return { ...gmbDataOf(values), ...(step === REVIEW && { status: 'in_progress' as const }) };
}

function basicsOf({ clientId = '', ...values }: WizardValues) {
  return { clientId, ...textsOf({ ...values, clientId }, 'business'), businessName: values.businessName.trim() };
}

function gmbDataOf(values: WizardValues) {
  return textsOf(values, 'profile');
}

/** Fields of step 1 in a request; empty values are `null`. */
function textsOf(values: WizardValues, step: 'business' | 'profile'): Record<string, string | null> {
  const names = RECORD_FIELDS.filter((name) => OPTIMIZATION_FIELDS[name].step === step);
  return Object.fromEntries(
    names.map((name) => {
      const text = [values[name]].flat().join('\n');
      const field: OptimizationField = OPTIMIZATION_FIELDS[name];
      return [name, field.isSentAsTyped ? text : text.trim() || null];
    }),
  );
}

/** Form values from a client's record; see `prefill`. */
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

/** The initial values of a new draft, from its client's record. */
export function newValues(client: ClientView | undefined): WizardValues {
  return client ? { ...EMPTY_VALUES, clientId: client.id, ...prefillOf(client) } : EMPTY_VALUES;
}

/**
 * The values to fill in when another client is chosen: for fields that are empty, or were filled in from the previous
 * client.
 */
export function prefill(values: WizardValues, next: Prefill, before: Prefill): Partial<WizardValues> {
  return Object.fromEntries(
    Object.entries(next).filter(([name]) => {
      // An empty list counts as an empty text.
      const value = String(values[name as WizardField]);
      return value === '' || value === String(before[name as keyof Prefill]);
    }),
  );
}

/** A comma-separated list with one entry per line; a text of several lines is returned unchanged. */
export function onePerLine(list: string): string {
  if (list.trim().includes('\n')) return list;
  // Not at commas in brackets.
  const entries = list.split(/[,;](?![^()]*\))/).map((entry) => entry.trim());
  return entries.filter(Boolean).join('\n');
}

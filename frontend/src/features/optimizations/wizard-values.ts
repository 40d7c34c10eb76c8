import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';

/** What the wizard asks for, in its fields. */
export interface WizardValues {
  clientId: string | undefined;
  businessName: string;
  website: string;
  gmbLink: string;
  phone: string;
  address: string;
  hours: string;
  categories: string[];
  currentDescription: string;
  currentServices: string;
  currentServiceAreas: string;
  currentFAQs: string;
}

export type WizardField = keyof WizardValues;

export const EMPTY_VALUES: WizardValues = {
  clientId: undefined,
  businessName: '',
  website: '',
  gmbLink: '',
  phone: '',
  address: '',
  hours: '',
  categories: [],
  currentDescription: '',
  currentServices: '',
  currentServiceAreas: '',
  currentFAQs: '',
};

/** The fields of a saved draft. */
export function valuesOf(draft: OptimizationView): WizardValues {
  const names = Object.keys(EMPTY_VALUES) as WizardField[];
  const texts = Object.fromEntries(names.map((name) => [name, draft[name]])) as unknown as WizardValues;
  return { ...texts, categories: draft.categories.split('\n').filter(Boolean) };
}

/** Step 1 as it is sent: empty optional values are `null` (spec 5). */
export function basicsOf(values: WizardValues) {
  return {
    clientId: values.clientId ?? '',
    businessName: values.businessName.trim(),
    website: textOrNull(values.website),
    gmbLink: textOrNull(values.gmbLink),
  };
}

/** Step 2 as it is sent: empty optional values are `null`, except services and service areas, which are sent as typed (spec 5). */
export function gmbDataOf(values: WizardValues) {
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

/** Step 1 of a new draft; with step 2 when the client's record or an earlier draft has filled some of it. */
export function newDraftOf(values: WizardValues) {
  const gmbData = gmbDataOf(values);
  return { ...basicsOf(values), ...(Object.values(gmbData).some(Boolean) && gmbData) };
}

/** The fields that a client's record fills (spec 4, "Wizard"). */
export function prefillOf(client: ClientView) {
  return {
    businessName: client.business,
    website: client.website,
    phone: client.phone,
    address: client.address,
    currentDescription: client.description,
    currentServiceAreas: onePerLine(client.serviceAreas),
  };
}

/** A list that stands in one line, with each entry on its own; whoever broke the lines already meant them. */
export function onePerLine(list: string): string {
  if (list.trim().includes('\n')) return list;
  // What is in brackets belongs together.
  const entries = list.split(/[,;](?![^()]*\))/).map((entry) => entry.trim());
  return entries.filter(Boolean).join('\n');
}

export type Prefill = ReturnType<typeof prefillOf>;

/** What to fill in for a client: what stands in a field stays, unless the client chosen before had filled it. */
export function refill(values: WizardValues, next: Prefill, before: Prefill | null): Partial<Prefill> {
  const names = Object.keys(next) as (keyof Prefill)[];
  const free = names.filter((name) => values[name] === '' || values[name] === before?.[name]);
  return Object.fromEntries(free.map((name) => [name, next[name]]));
}

function textOrNull(text: string): string | null {
  return text.trim() || null;
}

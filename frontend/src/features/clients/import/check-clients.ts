import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { CLIENT_FIELDS } from '@gmb-moments/backend/contract/client-fields';
import type { FieldError } from '@gmb-moments/backend/contract/errors';
import { labelsOf, namesOf } from '@gmb-moments/backend/contract/record-fields';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { isWebAddress, webAddress } from '../../../lib/web-address';
import type { ImportedClient } from '../../../records/clients';
import type { Column } from './headings';
import type { WrittenClient } from './read-clients';

/** A client of an import, with its errors and warnings. */
export interface CheckedClient {
  /** Its number in the import, from 1. */
  number: number;
  /** The body for the request. */
  client: ImportedClient;
  agency: string;
  /** Problems that the server would refuse. */
  errors: string[];
  /** Problems that do not prevent the import. */
  warnings: string[];
}

interface KnownRecords {
  agencies: Pick<AgencyView, 'id' | 'name'>[];
  clients: { business: string }[];
}

/** The names of the columns, for people. */
export const LABELS: Record<Column, string> = { ...labelsOf(CLIENT_FIELDS), business: 'Business', agency: 'Agency' };

/**
 * Checks clients before they are sent. The server checks them again.
 * @param refused reasons why the server refused clients, by number
 */
export function checkClients(
  written: WrittenClient[],
  known: KnownRecords,
  refused: ReadonlyMap<number, string[]> = new Map(),
): CheckedClient[] {
  const agencies = new Map(known.agencies.map(({ id, name }) => [fold(name), id]));
  const existing = new Set(known.clients.map(({ business }) => fold(business)));
  const before = new Set<string>();
  return written.map(({ agency = '', ...texts }, index) => {
    const name = fold(texts.business ?? '');
    const agencyId = agencies.get(fold(agency)) ?? null;
    const client = toImportedClient(texts, agencyId);
    const errors = [
      ...(name === '' ? ['The business has no name'] : []),
      ...(agency !== '' && agencyId === null ? [`No agency is called “${agency}”`] : []),
      ...lengthErrors(texts),
      ...(client.website && !isWebAddress(client.website) ? ['The website is no web address'] : []),
      ...(refused.get(index + 1) ?? []),
    ];
    const warnings = [
      ...(before.has(name) ? ['Twice in this list'] : []),
      ...(existing.has(name) ? ['Is a client already'] : []),
    ];
    if (name) before.add(name);
    return { number: index + 1, client, agency, errors, warnings };
  });
}

const LISTS = namesOf(CLIENT_FIELDS).filter((name) => CLIENT_FIELDS[name].kind === 'tags');

/** Converts the texts for the request: lists separated by commas, and a web address with its scheme. */
function toImportedClient(
  { website, ...texts }: Omit<WrittenClient, 'agency'>,
  agencyId: string | null,
): ImportedClient {
  const lists = LISTS.flatMap((name) => {
    const text = texts[name as keyof typeof texts];
    return text ? [[name, splitList(text).join(',')] as const] : [];
  });
  return {
    ...texts,
    ...Object.fromEntries(lists),
    ...(website && { website: webAddress(website) }),
    business: texts.business ?? '',
    agencyId,
  };
}

function splitList(list: string): string[] {
  const entries = list.split(/[;\n]/).map((entry) => entry.trim());
  return entries.filter(Boolean);
}

function lengthErrors(texts: WrittenClient): string[] {
  return namesOf(CLIENT_FIELDS).flatMap((column) => {
    const { kind, max } = CLIENT_FIELDS[column];
    const isLong = kind !== 'tags' && lengthOf(texts[column] ?? '') > max;
    return isLong ? [`${LABELS[column]} is longer than ${max} characters`] : [];
  });
}

/** Returns the server's reasons for refusing clients, by their number. */
export function refusalsOf(details: FieldError[], sent: CheckedClient[]): Map<number, string[]> {
  const refusals = new Map<number, string[]>();
  for (const { field, message } of details) {
    const [, place] = /^clients\.(\d+)\./.exec(field) ?? [];
    const client = place ? sent[Number(place)] : undefined;
    if (!client) continue;
    const before = refusals.get(client.number) ?? [];
    refusals.set(client.number, [...before, message.replace(/^[\w.]+: /, '')]);
  }
  return refusals;
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}

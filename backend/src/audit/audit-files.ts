import { auditChanges, auditLine } from '../contract/audit-words.js';
import type { AuditEntryView } from '../contract/audit.js';
import { csvHead, csvRows } from '../platform/csv.js';

export type ExportFormat = 'csv' | 'jsonLines';

const COLUMNS = ['id', 'at', 'actor', 'actorName', 'userId', 'action', 'targetKind', 'targetId', 'targetName'];

/** The formats of exports of the audit log. */
export const EXPORTS = {
  csv: {
    label: 'CSV',
    name: 'audit-log.csv',
    type: 'text/csv; charset=utf-8',
    head: csvHead([...COLUMNS, 'entry', 'changes']),
    lines: (entries: AuditEntryView[]) => csvRows(entries.map(cellsOf)),
  },
  jsonLines: {
    label: 'JSON lines',
    name: 'audit-log.jsonl',
    type: 'application/x-ndjson',
    head: '',
    lines: (entries: AuditEntryView[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  },
} as const;

function cellsOf(entry: AuditEntryView): string[] {
  const { id, at, actor, actorName, userId, action, target } = entry;
  const facts = [id, at, actor, actorName ?? '', userId ?? '', action, target.kind, target.id ?? '', target.name];
  return [...facts, auditLine(entry), auditChanges(entry).join('; ')];
}

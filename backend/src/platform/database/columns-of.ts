import { Column } from 'typeorm';
import type { RecordFields, ValuesOf } from '../../contract/record-fields.js';

/** A class with a column for each field of a record, for its entity: `class Client extends columnsOf(CLIENT_FIELDS) {}`. */
export function columnsOf<Fields extends RecordFields>(fields: Fields): new () => ValuesOf<Fields> {
  class RecordColumns {}
  for (const [name, { kind, isRequired }] of Object.entries(fields)) {
    const column =
      kind === 'tags'
        ? Column('text', { array: true, default: [] })
        : Column('text', isRequired ? {} : { default: '' });
    column(RecordColumns.prototype, name);
  }
  return RecordColumns as new () => ValuesOf<Fields>;
}

import { Column, CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { RecordFields, ValuesOf } from '../../contract/record-fields.js';

/** The columns that every record with an id of its own has: a random UUID, and when the row was created. */
export abstract class BaseRecord {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

/** A record with a column for each of these fields, for an entity to extend: `class Client extends columnsOf(CLIENT_FIELDS) {}`. */
export function columnsOf<Fields extends RecordFields>(fields: Fields): new () => BaseRecord & ValuesOf<Fields> {
  class RecordColumns extends BaseRecord {}
  for (const [name, { kind, isRequired }] of Object.entries(fields)) {
    const column =
      kind === 'tags'
        ? Column('text', { array: true, default: [] })
        : Column('text', isRequired ? {} : { default: '' });
    column(RecordColumns.prototype, name);
  }
  return RecordColumns as new () => BaseRecord & ValuesOf<Fields>;
}

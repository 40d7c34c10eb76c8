import { Column, CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { RecordFields, ValuesOf } from '../../contract/record-fields.js';

/** The columns of most records: a random UUID, and when the row was created. */
export abstract class BaseRecord {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

/** A record with a column for each of these fields, for an entity to extend: `class Client extends columnsOf(CLIENT_FIELDS) {}`. */
export function columnsOf<Fields extends RecordFields>(fields: Fields): new () => BaseRecord & ValuesOf<Fields> {
  class RecordColumns extends BaseRecord {}
  addColumns(RecordColumns.prototype, fields);
  return RecordColumns as new () => BaseRecord & ValuesOf<Fields>;
}

/**
 * Gives an entity a column for each of these fields. For a `@ChildEntity`: TypeORM does not read columns of classes
 * between it and the entity whose table it shares.
 */
export function FieldColumns(fields: RecordFields): ClassDecorator {
  return ({ prototype }) => addColumns(prototype as object, fields);
}

function addColumns(prototype: object, fields: RecordFields): void {
  for (const [name, { kind, isRequired }] of Object.entries(fields)) {
    const ofText = isRequired ? {} : { default: '' };
    Column('text', kind === 'tags' ? { array: true, default: [] } : ofText)(prototype, name);
  }
}

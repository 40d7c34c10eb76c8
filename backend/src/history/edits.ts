import { AI_EDITOR } from '../contract/image-fields.js';
import { isDeepStrictEqual } from 'node:util';
import { Column } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { conflict, type AppError } from '../platform/http/errors.js';

/**
 * Refuses a change that was based on an older state, because somebody else changed it meanwhile. The row must be locked.
 * @param basedOn the revision or version that the caller saw; without one, the change applies to the current state
 */
export function requireCurrent(basedOn: number | undefined, current: number, refusal: () => AppError): void {
  if (basedOn !== undefined && basedOn !== current) throw refusal();
}

/** Who edits, and the revision that they saw. Without a revision, the edit overwrites the current state. */
export interface Edit {
  by: Actor;
  revision?: number;
}

/**
 * The revision of texts that staff edit together. A save on an older revision is refused, so that two people who edit at
 * the same time never overwrite each other; the revision counts all fields, also where the two changed different ones.
 * A revision is for staff; what a client decides on has a `version`, which counts changes of what the client sees.
 */
export class EditRevision {
  @Column('int', { default: 1 })
  revision!: number;

  /** Name of the last editor, for staff; `null` if it is not known. */
  @Column('text', { nullable: true })
  editor!: string | null;

  /**
   * Increments the revision, and stores the editor.
   * @param label names what was changed in the message of the error, such as `this caption`
   * @throws AppError 409 EDITED_MEANWHILE if the editor saw another revision
   */
  advance(label: string, { by, revision }: Edit): void {
    requireCurrent(revision, this.revision, () => editedMeanwhile(this.editor, label));
    this.revision += 1;
    this.editor = editorName(by);
  }
}

/** The name of an editor in messages to staff: that of a member of staff, or `The AI`. */
export function editorName({ kind, name }: Actor): string | null {
  return kind === 'ai' ? AI_EDITOR : name;
}

function editedMeanwhile(editor: string | null, label: string): AppError {
  const message = `${editor ?? 'Somebody else'} changed ${label} meanwhile, so yours was not saved. Look at what it says now, and save again.`;
  return conflict('EDITED_MEANWHILE', message);
}

/**
 * Assigns the fields that differ to the row, and increments its revision if there are any. The caller saves the row.
 * @param label names the row in the message of the error
 * @returns whether anything changed
 * @throws AppError 409 EDITED_MEANWHILE
 */
export function editRow<Fields extends object>(
  row: Record<keyof Fields, unknown> & { edits: EditRevision },
  fields: Fields,
  label: string,
  edit: Edit,
): boolean {
  const changed = changedFields(row, fields);
  if (Object.keys(changed).length === 0) return false;
  row.edits.advance(label, edit);
  Object.assign(row, changed);
  return true;
}

/** The given fields whose value differs from that of the row. */
export function changedFields<Fields extends object>(row: Record<keyof Fields, unknown>, fields: Fields): Fields {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, row[name as keyof Fields]),
  );
  return Object.fromEntries(changed) as Fields;
}

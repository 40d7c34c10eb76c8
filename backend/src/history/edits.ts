import { AI_EDITOR } from '../contract/image-fields.js';
import { isDeepStrictEqual } from 'node:util';
import { Column } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { conflict, type AppError } from '../platform/http/errors.js';

/**
 * Refuses a change that was based on an older state, because somebody else changed it meanwhile. The row must be locked.
 * @param seen the revision or version that the caller saw; without one, the change applies to the current state
 */
export function requireCurrent(seen: number | undefined, current: number, refusal: () => AppError): void {
  if (seen !== undefined && seen !== current) throw refusal();
}

/** Who edits, and which revision they saw; without one, whatever stands there is written over. */
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

  /** Who changed it last, as it is shown to staff. */
  @Column('text', { nullable: true })
  editor!: string | null;

  /**
   * Counts a change, and records its editor.
   * @param what what was changed, as it stands in a sentence
   * @throws AppError 409 EDITED_MEANWHILE when the editor saw another revision
   */
  advance(what: string, { by, revision }: Edit): void {
    requireCurrent(revision, this.revision, () => editedMeanwhile(this.editor, what));
    this.revision += 1;
    this.editor = editorName(by);
  }
}

/** Who edited, in messages to staff: a member of staff by name, the AI as such. */
export function editorName({ kind, name }: Actor): string | null {
  return kind === 'ai' ? AI_EDITOR : name;
}

function editedMeanwhile(editor: string | null, what: string): AppError {
  const message = `${editor ?? 'Somebody else'} changed ${what} meanwhile, so yours was not saved. Look at what it says now, and save again.`;
  return conflict('EDITED_MEANWHILE', message);
}

/**
 * Saves an edit of a row by staff: assigns the fields that differ, and counts a revision if there are any.
 * @param what what is edited, as it stands in a sentence
 * @returns whether anything changed
 * @throws AppError 409 EDITED_MEANWHILE
 */
export function editRow<Fields extends object>(
  row: Record<keyof Fields, unknown> & { edits: EditRevision },
  fields: Fields,
  what: string,
  edit: Edit,
): boolean {
  const changed = changedFields(row, fields);
  if (Object.keys(changed).length === 0) return false;
  row.edits.advance(what, edit);
  Object.assign(row, changed);
  return true;
}

/** The given fields whose value is another one than the row's; writing what stands there already changes nothing. */
export function changedFields<Fields extends object>(row: Record<keyof Fields, unknown>, fields: Fields): Fields {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, row[name as keyof Fields]),
  );
  return Object.fromEntries(changed) as Fields;
}

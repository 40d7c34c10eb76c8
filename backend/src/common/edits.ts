import { isDeepStrictEqual } from 'node:util';
import { Column } from 'typeorm';
import type { Actor } from '../history/history.service.js';
import { conflict } from './errors.js';

/** Who edits, and which revision they saw; without one, whatever stands there is written over. */
export interface Edit {
  by: Actor;
  revision?: number;
}

/**
 * Counts the saved changes of what is edited together, so that of two who edit it at once the second one is told. The
 * count is for all fields together: whoever saw an older state is told also when the two changed different fields.
 * The row must be locked.
 */
export class Edits {
  @Column('int', { default: 1 })
  revision!: number;

  /** Who changed it last, as staff are told. */
  @Column('text', { nullable: true })
  editor!: string | null;

  /**
   * Counts a change.
   * @param what what was changed, as it stands in a sentence
   * @throws AppError 409 EDITED_MEANWHILE when the editor saw another revision
   */
  add(what: string, { by, revision = this.revision }: Edit): void {
    if (revision !== this.revision) throw editedMeanwhile(this.editor, what);
    this.revision += 1;
    this.editor = editorName(by);
  }
}

/** A member of staff by name, since staff are told by whom they were overtaken; the AI as such. */
export function editorName({ kind, name }: Actor): string | null {
  return kind === 'ai' ? 'The AI' : name;
}

function editedMeanwhile(editor: string | null, what: string) {
  const message = `${editor ?? 'Somebody else'} changed ${what} meanwhile, so yours was not saved. Look at what it says now, and save again.`;
  return conflict('EDITED_MEANWHILE', message);
}

/** The given fields whose value is another one than the row's; writing what stands there already changes nothing. */
export function changedFields<Fields extends object>(row: Record<keyof Fields, unknown>, fields: Fields): Fields {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, row[name as keyof Fields]),
  );
  return Object.fromEntries(changed) as Fields;
}

import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { foreignChange, noEdits, applyInput, rebaseEdits, valuesOf } from './record-edits';
import { useEdits, type Saving } from './use-edits';
import { HttpError } from '../lib/http';

const BASE = { phone: '1', notes: 'old', tags: ['a'] };

function record(revision: number, changes: Partial<typeof BASE> = {}, editor = 'Grace') {
  return {
    values: { ...BASE, ...changes },
    revision,
    editor,
    what: 'this client',
    fields: { phone: 'Phone', notes: 'Notes', tags: 'Tags' },
  };
}

describe('merging two edits of a record', () => {
  /** Edits revision 1 of a record while others change it, one after the other. */
  const merge = (mine: Partial<typeof BASE>, ...theirs: Partial<typeof BASE>[]) =>
    theirs.reduce(
      (edits, changes, place) => rebaseEdits(edits, record(place + 2, changes), { isPending: false }),
      applyInput(noEdits(record(1)), mine),
    );

  it('takes over fields that only the other edit changed, and keeps those that only this edit changed', () => {
    const merged = merge({ notes: 'mine' }, { phone: '2' });
    expect(foreignChange(merged)).toMatchObject({ merged: ['phone'], conflicting: [] });
    expect(valuesOf(merged)).toEqual({ phone: '2', notes: 'mine', tags: ['a'] });
  });

  it('reports a conflict in fields that both changed, unless to the same value', () => {
    const mine = { phone: '2', notes: 'mine', tags: ['a', 'b'] };
    const merged = merge(mine, { phone: '2', notes: 'theirs', tags: ['a', 'b'] });
    expect(foreignChange(merged)).toMatchObject({ merged: [], conflicting: ['notes'] });
  });

  it('keeps a conflict until one value is chosen, while others change other fields', () => {
    const merged = merge({ notes: 'mine' }, { notes: 'theirs' }, { notes: 'theirs', phone: '2' });
    expect(foreignChange(merged)).toMatchObject({ merged: ['phone'], conflicting: ['notes'] });
  });

  it('has no conflict left when the other edit saves what was typed here', () => {
    const merged = merge({ notes: 'mine' }, { notes: 'theirs' }, { notes: 'mine' });
    expect(foreignChange(merged)).toBeNull();
    expect(valuesOf(merged).notes).toBe('mine');
  });

  it('treats a chosen file as different from a stored one', () => {
    const logo = (revision: number, url: string) => ({
      values: { logo: url as File | string },
      revision,
      editor: null,
      what: 'this agency',
      fields: { logo: 'Logo' },
    });
    const mine = applyInput(noEdits(logo(1, '/old')), { logo: new File([], 'a.png') });
    const merged = rebaseEdits(mine, logo(2, '/new'), { isPending: false });
    expect(foreignChange(merged)).toMatchObject({ merged: [], conflicting: ['logo'] });
  });
});

describe('editing a record that somebody else changes', () => {
  /** Renders `useEdits` with revision 1 of a record; `rerender` passes a newer one, or the state of the save. */
  const open = () =>
    renderHook(({ stored, isSaving }) => useEdits(stored, { isPending: isSaving, error: null }), {
      initialProps: { stored: record(1), isSaving: false },
    });

  it('updates fields that are not edited here, and reports it', () => {
    const { result, rerender } = open();
    act(() => result.current.edit({ notes: 'mine' }));
    rerender({ stored: record(2, { phone: '2', tags: ['b'] }), isSaving: false });
    expect(result.current.values).toEqual({ phone: '2', notes: 'mine', tags: ['b'] });
    expect(result.current.conflict).toMatchObject({ change: { merged: ['phone', 'tags'] }, hasConflict: false });
    expect(result.current.revision).toBe(2);
  });

  it('keeps text that was typed into an updated field', () => {
    const { result, rerender } = open();
    rerender({ stored: record(2, { phone: '2' }), isSaving: false });
    act(() => result.current.edit({ phone: '3' }));
    rerender({ stored: record(3, { phone: '2', notes: 'new' }), isSaving: false });
    expect(result.current.conflict.change).toMatchObject({ merged: ['notes'], conflicting: [] });
    expect(result.current.values.phone).toBe('3');
  });

  it('does not report changes made before anything was typed', () => {
    const { result, rerender } = open();
    rerender({ stored: record(2, { phone: '2' }), isSaving: false });
    act(() => result.current.edit({ notes: 'mine' }));
    expect(result.current.conflict.change).toBeNull();
    expect(result.current.revision).toBe(2);
    expect(result.current.values.phone).toBe('2');
  });

  it.each([
    ['keepMine', 'mine'],
    ['takeTheirs', 'theirs'],
  ] as const)('ends a conflict by %s', (choice, notes) => {
    const { result, rerender } = open();
    act(() => result.current.edit({ notes: 'mine' }));
    rerender({ stored: record(2, { notes: 'theirs' }), isSaving: false });
    expect(result.current.conflict.hasConflict).toBe(true);
    expect(result.current.values.notes).toBe('mine');
    act(() => result.current.conflict[choice]());
    expect(result.current.conflict).toMatchObject({ hasConflict: false, change: null });
    expect(result.current.values.notes).toBe(notes);
  });

  it('reports a new conflict when a third user changes the field before the choice', () => {
    const { result, rerender } = open();
    act(() => result.current.edit({ notes: 'mine' }));
    rerender({ stored: record(2, { notes: 'theirs' }), isSaving: false });
    rerender({ stored: record(3, { notes: 'theirs too' }, 'Linus'), isSaving: false });
    expect(result.current.conflict.change).toMatchObject({ editor: 'Linus', conflicting: ['notes'] });
    expect(result.current.record.values.notes).toBe('theirs too');
  });

  it('has no conflict when both typed the same, as after a lost response', () => {
    const { result, rerender } = open();
    act(() => result.current.edit({ notes: 'same' }));
    rerender({ stored: record(2, { notes: 'same' }), isSaving: false });
    expect(result.current.conflict.change).toBeNull();
    expect(result.current.edited).toEqual([]);
  });

  it('detects no conflict while saving, and keeps text typed meanwhile', () => {
    const { result, rerender } = open();
    const sent = { notes: 'mine' };
    act(() => result.current.edit(sent));
    rerender({ stored: record(2, sent, 'Ada'), isSaving: true });
    act(() => result.current.edit({ phone: '2' }));
    act(() => result.current.saved(record(2, sent, 'Ada'), sent));
    rerender({ stored: record(2, sent, 'Ada'), isSaving: false });
    expect(result.current.conflict.change).toBeNull();
    expect(result.current.typed).toEqual({ phone: '2' });
  });
});

describe('saving the edits of a record', () => {
  const open = () =>
    renderHook(({ isPending, error }: Saving) => useEdits({ values: BASE }, { isPending, error }), {
      initialProps: { isPending: false, error: null } as Saving,
    });

  it('shows refused fields until they are changed, and again after another refusal', () => {
    const refused = () =>
      new HttpError(
        400,
        JSON.stringify({
          error: 'Invalid',
          details: [
            { field: 'phone', message: 'No such number' },
            { field: 'notes', message: 'Too rude' },
          ],
        }),
      );
    const { result, rerender } = open();
    rerender({ isPending: false, error: refused() });
    expect(result.current.refusals).toEqual({ phone: 'No such number', notes: 'Too rude' });
    act(() => result.current.edit({ phone: '2' }));
    act(() => result.current.edit({ tags: [] }));
    expect(result.current.refusals).toEqual({ notes: 'Too rude' });
    rerender({ isPending: true, error: null });
    expect(result.current.refusals).toEqual({});
    rerender({ isPending: false, error: refused() });
    expect(result.current.refusals).toHaveProperty('phone');
  });

  it('ignores further submits until the save has ended', () => {
    const { result, rerender } = open();
    let sent = 0;
    const submit = () => act(() => result.current.submit(() => (sent += 1)));
    submit();
    submit();
    rerender({ isPending: true, error: null });
    submit();
    expect(sent).toBe(1);
    rerender({ isPending: false, error: null });
    submit();
    expect(sent).toBe(2);
  });

  it('removes typed values on discard', () => {
    const { result } = open();
    act(() => result.current.edit({ phone: '2' }));
    expect(result.current.isDirty).toBe(true);
    act(() => result.current.discard());
    expect(result.current).toMatchObject({ values: BASE, isDirty: false });
  });
});

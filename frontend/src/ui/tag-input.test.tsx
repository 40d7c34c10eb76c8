import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'antd';
import { TagInput } from './tag-input';

function setUp(initial: string[] = []) {
  let submitted = 0;
  let tags: string[] = initial;
  render(
    <Form
      initialValues={{ tags: initial }}
      onFinish={() => (submitted += 1)}
      onValuesChange={(_, all) => (tags = all.tags)}
    >
      <Form.Item label="Keywords" name="tags">
        <TagInput max={200} />
      </Form.Item>
    </Form>,
  );
  return {
    user: userEvent.setup(),
    field: screen.getByLabelText('Keywords'),
    tags: () => tags,
    submitted: () => submitted,
  };
}

describe('the tag input', () => {
  it('adds the trimmed text on Enter or comma, without submitting the form', async () => {
    const { user, field, tags, submitted } = setUp();
    await user.type(field, '  first {Enter}second,');
    expect(tags()).toEqual(['first', 'second']);
    expect(field).toHaveValue('');
    expect(submitted()).toBe(0);
  });

  it('ignores blank text and duplicates', async () => {
    const { user, field, tags } = setUp(['here']);
    await user.type(field, '   {Enter},here{Enter}\u200b{Enter}');
    expect(tags()).toEqual(['here']);
  });

  it('removes the last tag on Backspace, but only when the field is empty', async () => {
    const { user, field, tags } = setUp(['one', 'two']);
    await user.type(field, 'x{Backspace}');
    expect(tags()).toEqual(['one', 'two']);
    await user.type(field, '{Backspace}');
    expect(tags()).toEqual(['one']);
  });

  it('removes any tag by its button', async () => {
    const { user, tags } = setUp(['one', 'two']);
    await user.click(screen.getByRole('button', { name: 'Remove one' }));
    expect(tags()).toEqual(['two']);
  });

  it('splits a pasted list into tags, and adds the typed text when the field loses focus', async () => {
    const { user, field, tags } = setUp();
    await user.click(field);
    await user.paste('a, b,,a');
    await user.type(field, 'c');
    await user.tab();
    expect(tags()).toEqual(['a', 'b', 'c']);
  });
});

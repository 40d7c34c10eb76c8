import { compareWords, type Stretch } from './word-diff';

interface MarkedTextProps {
  before: string;
  after: string;
  /** Which of the two to show. */
  side: 'before' | 'after';
}

/** One of two texts, with what the other one does not have marked. */
export function MarkedText({ before, after, side }: MarkedTextProps) {
  const stretches = compareWords(before, after);
  if (!stretches) return side === 'before' ? before : after;
  return stretches.map((stretch, index) => <Part key={index} stretch={stretch} side={side} />);
}

function Part({ stretch, side }: { stretch: Stretch; side: 'before' | 'after' }) {
  const text = stretch[side];
  if (stretch.kind === 'kept' || text === '') return text;
  const Tag = side === 'before' ? 'del' : 'ins';
  const words = text.trimEnd();
  return (
    <>
      <Tag>{words}</Tag>
      {text.slice(words.length)}
    </>
  );
}

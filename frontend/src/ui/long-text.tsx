import { theme, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';

interface LongTextProps {
  text: string;
  /** Shown if there is no text. */
  missing: string;
}

/** A text of a few lines; a longer one opens on request. */
export function LongText({ text, missing }: LongTextProps) {
  if (!text) return <Typography.Text type="secondary">{missing}</Typography.Text>;
  return <Folded key={text} text={text} />;
}

// The browser folds it: Typography would render it many times to find where, which takes long in a page of thirty.
const FOLDED = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 4, overflow: 'hidden' } as const;

function Folded({ text }: { text: string }) {
  const { token } = theme.useToken();
  const paragraph = useRef<HTMLElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = paragraph.current;
    if (!element || isOpen) return undefined;
    const observer = new ResizeObserver(() => {
      // A hidden element has no height.
      if (element.clientHeight > 0) setLong(element.scrollHeight > element.clientHeight);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div>
      <Typography.Paragraph
        ref={paragraph}
        dir="auto"
        style={{ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line', ...(!isOpen && FOLDED) }}
      >
        {text}
      </Typography.Paragraph>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          style={{ all: 'unset', cursor: 'pointer', color: token.colorLink, outline: 'revert' }}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}

/** A technical reason for the operator, folded away; nothing when there is none. */
export function TechnicalDetails({ text }: { text: string }) {
  if (!text) return null;
  return (
    <details className="anywhere">
      <summary style={{ cursor: 'pointer' }}>Technical details</summary>
      <Typography.Text>{text}</Typography.Text>
    </details>
  );
}

import { theme, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import styles from './long-text.module.css';

interface LongTextProps {
  text: string;
  /** Shown if the text is empty. */
  missing: string;
}

/** A text that is truncated after four lines, with a button that shows all of it. */
export function LongText({ text, missing }: LongTextProps) {
  if (!text) return <Typography.Text type="secondary">{missing}</Typography.Text>;
  return <Folded key={text} text={text} />;
}

function Folded({ text }: { text: string }) {
  const { token } = theme.useToken();
  const paragraph = useRef<HTMLElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = paragraph.current;
    if (!element || isOpen) return undefined;
    const observer = new ResizeObserver(() => {
      // A hidden element has a height of 0.
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
        className={`${styles['text']} ${isOpen ? '' : styles['truncated']}`}
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

/** Technical details for operators, collapsed; renders nothing without any. */
export function TechnicalDetails({ text }: { text: string }) {
  if (!text) return null;
  return (
    <details className="anywhere">
      <summary className={styles['summary']}>Technical details</summary>
      <Typography.Text>{text}</Typography.Text>
    </details>
  );
}

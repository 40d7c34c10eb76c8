import { Typography } from 'antd';

interface LongTextProps {
  text: string;
  /** What to say when there is no text. */
  missing: string;
}

/** A text of a few lines; a longer one opens on request. */
export function LongText({ text, missing }: LongTextProps) {
  if (!text) return <Typography.Text type="secondary">{missing}</Typography.Text>;
  return (
    <Typography.Paragraph
      style={{ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      ellipsis={{ rows: 4, expandable: 'collapsible', symbol: (expanded) => (expanded ? 'Less' : 'More') }}
    >
      {text}
    </Typography.Paragraph>
  );
}

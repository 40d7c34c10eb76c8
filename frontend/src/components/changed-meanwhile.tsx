import { Alert, Button, Flex, theme, Typography } from 'antd';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { EditedRow } from './edited-row';
import { LongText } from './long-text';

/** How the fields of a form are called and shown. */
export type FieldViews<Values> = Record<keyof Values, string | { label: string; show: (value: unknown) => ReactNode }>;

interface ChangedMeanwhileProps<Values extends object> {
  /** What is edited, as it stands in a sentence: `this client`. */
  what: string;
  row: EditedRow<Values>;
  fields: FieldViews<Values>;
  /** Whether the server has just refused to save: then the focus comes here. */
  isRefused: boolean;
  style?: CSSProperties;
  /** Called after a choice. */
  onChosen?: (choice: 'mine' | 'theirs') => void;
}

/** Says within a form that somebody else changed what it edits, shows what stands there now, and lets one choose. */
export function ChangedMeanwhile<Values extends object>(props: ChangedMeanwhileProps<Values>) {
  return props.row.rival && <Told {...props} />;
}

function Told<Values extends object>({ what, row, fields, isRefused, style, onChosen }: ChangedMeanwhileProps<Values>) {
  const { rival, base, isContested } = row;
  const inOrder = (names: (keyof Values)[]) =>
    (Object.keys(fields) as (keyof Values)[]).filter((name) => names.includes(name));
  const choose = (choice: 'mine' | 'theirs', act: () => void) => () => {
    act();
    onChosen?.(choice);
  };
  return (
    <RivalNote
      title={changedBy(rival!.editor, what)}
      style={style}
      isUrgent={isRefused}
      text={textOf({ isContested, isRefused, followed: inOrder(rival!.followed).map((name) => labelOf(fields, name)) })}
      onKeepMine={isContested ? choose('mine', row.keepMine) : undefined}
      onTakeTheirs={isContested ? choose('theirs', row.takeTheirs) : undefined}
    >
      {isContested && (
        <dl style={{ display: 'grid', gap: 8, margin: 0 }}>
          {inOrder(rival!.contested).map((name) => (
            <NowThere key={String(name)} label={labelOf(fields, name)}>
              {shown(fields, name, base!.values[name])}
            </NowThere>
          ))}
        </dl>
      )}
    </RivalNote>
  );
}

/** The sentence that tells who was faster. */
export function changedBy(editor: string | null, what: string): string {
  return `${editor ?? 'Somebody else'} changed ${what} meanwhile`;
}

interface RivalNoteProps {
  title: string;
  /** Whether it takes the focus. */
  isUrgent?: boolean;
  text: string;
  /** What stands there now. */
  children?: ReactNode;
  style?: CSSProperties;
  /** Without these there is nothing to choose. */
  onKeepMine?: () => void;
  onTakeTheirs?: () => void;
}

/** A note about somebody else's edit, with the choice between the two texts. */
export function RivalNote({ title, isUrgent = false, text, children, style, ...choice }: RivalNoteProps) {
  const { onKeepMine, onTakeTheirs } = choice;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isUrgent) note.current?.focus();
  }, [isUrgent]);
  return (
    <div ref={note} tabIndex={-1} data-rival-note style={{ ...style, outline: 'none' }}>
      <Alert
        type={onKeepMine ? 'warning' : 'info'}
        title={<Typography.Text strong>{title}</Typography.Text>}
        description={
          <Flex vertical gap="small">
            <Typography.Text>{text}</Typography.Text>
            {children}
            {onKeepMine && onTakeTheirs && (
              <Flex wrap gap="small">
                <Button onClick={onKeepMine}>Keep mine</Button>
                <Button onClick={onTakeTheirs}>Take theirs</Button>
              </Flex>
            )}
          </Flex>
        }
        style={{ padding: '8px 12px', overflowWrap: 'anywhere' }}
      />
    </div>
  );
}

/** Says where the buttons are that there is a choice to make, which may be out of sight. */
export function ChoiceHint<Values extends object>({ what, row }: { what: string; row: EditedRow<Values> }) {
  if (!row.rival || !row.isContested) return null;
  return (
    <Flex align="center" gap="small" style={{ marginBottom: 12, textAlign: 'start' }}>
      <Button onClick={focusRivalNote}>Show</Button>
      <Typography.Text type="danger" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {changedBy(row.rival.editor, what)}: choose what to keep.
      </Typography.Text>
    </Flex>
  );
}

/** Leads to the note of the dialog, or else of the page, for whoever wants to save before choosing. */
export function focusRivalNote(): void {
  const places = ['[role=dialog] [data-rival-note]', '[data-rival-note]'];
  const [note] = places.flatMap((place) => [...document.querySelectorAll<HTMLElement>(place)]);
  note?.focus({ preventScroll: true });
  note?.scrollIntoView({ block: 'nearest' });
}

function NowThere({ label, children }: { label: string; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <div>
      <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{label}</dt>
      <dd
        style={{
          margin: 0,
          padding: '4px 8px',
          borderRadius: token.borderRadius,
          border: `1px solid ${token.colorBorderSecondary}`,
          background: token.colorBgContainer,
        }}
      >
        {children}
      </dd>
    </div>
  );
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

function textOf({
  isContested,
  isRefused,
  followed,
}: Record<'isContested' | 'isRefused', boolean> & { followed: string[] }) {
  const sentences = [];
  if (followed.length > 0) sentences.push(`Taken over into this form: ${LIST.format(followed)}.`);
  if (isContested) sentences.push('What you typed is kept, and not saved yet. It says now:');
  else if (isRefused) sentences.push('What you typed is kept: save again.');
  return sentences.join(' ');
}

function labelOf<Values>(fields: FieldViews<Values>, name: keyof Values): string {
  const view = fields[name];
  return typeof view === 'string' ? view : view.label;
}

function shown<Values>(fields: FieldViews<Values>, name: keyof Values, value: unknown): ReactNode {
  const view = fields[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  if (typeof view === 'string' || !text) return <LongText text={String(text ?? '')} missing="Empty" />;
  return view.show(value);
}

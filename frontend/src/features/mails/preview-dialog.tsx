import { LANGUAGE_LABELS, LANGUAGES, type Language } from '@gmb-moments/backend/contract/languages';
import { MAIL_KIND_LABELS, MAIL_KIND_NAMES, type MailKind } from '@gmb-moments/backend/contract/mail-kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailPreviewQuery } from '../../records/mails';
import { NativeSelect } from '../../ui/native-select';
import { Dialog } from '../../ui/dialog';
import { Loading, QueryView } from '../../ui/placeholders';
import styles from './mails.module.css';

const KIND_OPTIONS = MAIL_KIND_NAMES.map((value) => ({ value, label: MAIL_KIND_LABELS[value] }));
const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }));

/** Previews each kind of mail in each language, with sample data. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<MailKind>('invitation');
  const [language, setLanguage] = useState<Language>('en');
  const preview = useQuery(mailPreviewQuery({ kind, language }));
  return (
    <Dialog title="Preview Mails" width={640} isLong onClose={onClose}>
      <div className={`flex wrap gap-8 ${styles['choices']}`}>
        <NativeSelect
          aria-label="Mail"
          value={kind}
          options={KIND_OPTIONS}
          onChange={(text) => setKind(text as MailKind)}
        />
        <NativeSelect
          aria-label="Language"
          value={language}
          options={LANGUAGE_OPTIONS}
          onChange={(text) => setLanguage(text as Language)}
        />
      </div>
      <QueryView
        query={preview}
        failed="The mail could not be drawn"
        loading={
          <Loading label="Drawing the mail">
            <div className={`box block wide ${styles['page']}`} />
          </Loading>
        }
      >
        {({ subject, html }) => (
          <>
            <p dir="auto" className={`semibold anywhere ${styles['subject']}`}>
              {subject}
            </p>
            <iframe
              title={`Mail: ${MAIL_KIND_LABELS[kind]}`}
              sandbox=""
              srcDoc={html}
              className={`box block wide ${styles['page']}`}
            />
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

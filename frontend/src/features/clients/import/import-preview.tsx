import { Table, type TableProps } from 'antd';
import { CheckCircleIcon, AlertIcon, WarningIcon } from '../../../ui/icons';
import { LABELS, type CheckedClient } from './check-clients';
import styles from './import-preview.module.css';
import type { Column } from './headings';
import { countText } from '../../../lib/count-text';

const PAGE_SIZE = 20;

/** The rows of an import: those with errors first, then those with warnings. */
export function ImportPreview({ clients, columns }: { clients: CheckedClient[]; columns: Column[] }) {
  const withErrors = clients.filter(({ errors }) => errors.length > 0);
  const withWarnings = clients.filter(({ errors, warnings }) => errors.length === 0 && warnings.length > 0);
  const clean = clients.filter(({ errors, warnings }) => errors.length === 0 && warnings.length === 0);
  return (
    <section aria-label="Preview" className="stack gap-8">
      <p className="muted" role="status">
        {countText(clients.length, 'row')}
        {withErrors.length > 0 && (
          <span className="rejected"> · {withErrors.length.toLocaleString('en')} with errors: correct them above</span>
        )}
        {withWarnings.length > 0 && (
          <span className="pending"> · {withWarnings.length.toLocaleString('en')} to look at</span>
        )}
      </p>
      <Table<CheckedClient>
        size="small"
        rowKey="number"
        tableLayout="fixed"
        dataSource={[...withErrors, ...withWarnings, ...clean]}
        columns={[NUMBER, clientColumn(columns), CHECK]}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </section>
  );
}

type TableColumn = NonNullable<TableProps<CheckedClient>['columns']>[number];

const NUMBER: TableColumn = { title: '#', dataIndex: 'number', width: 48, className: styles['number'] };

const CHECK: TableColumn = {
  title: 'Check',
  key: 'check',
  width: '34%',
  render: (_value, { errors, warnings }) => <Findings errors={errors} warnings={warnings} />,
};

/** The column with a client's name, and below it the values of the given columns. */
function clientColumn(columns: Column[]): TableColumn {
  const others = columns.filter((column) => column !== 'business');
  return {
    title: LABELS.business,
    key: 'business',
    render: (_value, { client, agency }) => {
      const details = others.flatMap((column) => {
        const text = column === 'agency' ? agency : client[column];
        return text ? [`${LABELS[column]}: ${text}`] : [];
      });
      return (
        <>
          <span className="medium anywhere block">{client.business}</span>
          {details.length > 0 && (
            <span className={`clamp muted anywhere ${styles['details']}`}>{details.join(' · ')}</span>
          )}
        </>
      );
    },
  };
}

function Findings({ errors, warnings }: Pick<CheckedClient, 'errors' | 'warnings'>) {
  if (errors.length === 0 && warnings.length === 0)
    return <CheckCircleIcon role="img" aria-label="Ready" className="approved" />;
  return (
    <ul className={`anywhere ${styles['findings']}`}>
      {errors.map((text, index) => (
        <li key={index} className="rejected">
          <AlertIcon role="img" aria-label="Error" /> {text}
        </li>
      ))}
      {warnings.map((text, index) => (
        <li key={index} className="pending">
          <WarningIcon role="img" aria-label="Warning" /> {text}
        </li>
      ))}
    </ul>
  );
}

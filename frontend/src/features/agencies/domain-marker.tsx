import { CheckCircleFilled, ExclamationCircleOutlined } from '../../components/icons';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { theme } from 'antd';

/** The custom domain of an agency, whether it is verified, and why it is not. */
export function DomainMarker({ agency: { customDomain, domainVerified, domainNote } }: { agency: AgencyView }) {
  const { token } = theme.useToken();
  if (!customDomain) return <>—</>;
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <div>{customDomain}</div>
      <div style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
        <span style={{ whiteSpace: 'nowrap' }}>
          {domainVerified ? (
            <CheckCircleFilled style={{ color: token.colorSuccess }} />
          ) : (
            <ExclamationCircleOutlined style={{ color: token.colorWarning }} />
          )}{' '}
          {domainVerified ? 'Verified' : 'Not verified'}
        </span>
        {!domainVerified && domainNote && <div>{domainNote}</div>}
      </div>
    </div>
  );
}

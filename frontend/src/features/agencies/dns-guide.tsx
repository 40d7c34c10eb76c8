import { Flex, theme, Typography } from 'antd';
import { useId, type ReactNode } from 'react';
import { CopyValue, DnsRecordBox } from './dns-record';
import { addressRecord, aliasRecords, splitDomain, type DomainParts } from './domain-records';

/** The two ways to point a domain to the server. */
export function DnsGuide({ domain, ip }: { domain: string; ip: string }) {
  const { token } = theme.useToken();
  const parts = splitDomain(domain);
  const address = addressRecord(parts, ip);
  return (
    <Flex vertical gap={20}>
      <dl style={{ display: 'grid', gridTemplateColumns: COLUMNS, gap: 12, margin: 0 }}>
        <CopyValue label="Custom Domain" value={domain} />
        <CopyValue label="Server IP" value={ip} />
      </dl>
      <Method title={`Method 1: ${address.type} record`} text={<NameRule parts={parts} />}>
        <DnsRecordBox record={address} />
      </Method>
      <Method
        title={`Method 2: CNAME for www, plus a root ${address.type} record`}
        text={<AliasRule domain={domain} parts={parts} />}
      >
        {aliasRecords(parts, ip).map((record) => (
          <DnsRecordBox key={record.type} record={record} />
        ))}
      </Method>
      <Method title="Good to know">
        <ul style={{ listStyle: 'disc', paddingInlineStart: 20, color: token.colorTextSecondary }}>
          <li>If a CDN such as Cloudflare proxies your records, turn its proxy off for these: choose “DNS only”.</li>
          <li>DNS changes take 5-30 minutes to be seen, and sometimes up to 48 hours.</li>
          <li>The domain is for client-facing whitelabel URLs only. Staff sign in at the main system’s own address.</li>
        </ul>
      </Method>
    </Flex>
  );
}

const COLUMNS = 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))';

function Method({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Typography.Title level={2} id={titleId} style={{ margin: '0 0 4px', fontSize: 16 }}>
        {title}
      </Typography.Title>
      {text && <Typography.Paragraph type="secondary">{text}</Typography.Paragraph>}
      <Flex vertical gap={8}>
        {children}
      </Flex>
    </section>
  );
}

function NameRule({ parts: { root, subdomain } }: { parts: DomainParts }) {
  if (!subdomain) return <>The name “@”, or a blank one, stands for the root domain {root} itself.</>;
  return <>The name is the part before {root}. Some providers ask for the whole domain instead.</>;
}

function AliasRule({ domain, parts: { root, subdomain } }: { domain: string; parts: DomainParts }) {
  if (!subdomain) {
    return (
      <>
        Leads www.{root} here as well. Links for clients begin with {root}.
      </>
    );
  }
  const caution = `A website that is at ${root} now would not be reached any more.`;
  if (subdomain === 'www') {
    return (
      <>
        {domain} follows the root domain, which then leads here as well. {caution}
      </>
    );
  }
  return (
    <>
      Only for {root} and www.{root}: for {domain}, use method 1. {caution}
    </>
  );
}

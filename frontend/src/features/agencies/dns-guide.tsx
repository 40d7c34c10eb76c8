import { Fragment, useId, type ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { toast } from '../../lib/toast';
import styles from './dns-guide.module.css';
import { addressRecord, aliasRecords, splitDomain, type DnsRecord, type DomainParts } from './domain-records';

/** The two ways to point a domain to the server. */
export function DnsGuide({ domain, ip }: { domain: string; ip: string }) {
  const parts = splitDomain(domain);
  const address = addressRecord(parts, ip);
  return (
    <div className="stack gap-20">
      <dl className={`grid gap-12 ${styles['given']}`}>
        <Entry label="Custom Domain" copied={domain} />
        <Entry label="Server IP" copied={ip} />
      </dl>
      <Method title={`Method 1: ${address.type} record`} text={<NameRule parts={parts} />}>
        <Record record={address} />
      </Method>
      <Method
        title={`Method 2: CNAME for www, plus a root ${address.type} record`}
        text={<AliasRule domain={domain} parts={parts} />}
      >
        {aliasRecords(parts, ip).map((record) => (
          <Record key={record.type} record={record} />
        ))}
      </Method>
      <Method title="Good to know">
        <ul className={`muted ${styles['hints']}`}>
          <li>If a CDN such as Cloudflare proxies your records, turn its proxy off for these: choose “DNS only”.</li>
          <li>DNS changes take 5-30 minutes to be seen, and sometimes up to 48 hours.</li>
          <li>The domain is for client-facing whitelabel URLs only. Staff sign in at the main system’s own address.</li>
        </ul>
      </Method>
    </div>
  );
}

function Method({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={`strong ${styles['title']}`}>
        {title}
      </h2>
      {text && <p className={`muted ${styles['rule']}`}>{text}</p>}
      <div className="stack gap-8">{children}</div>
    </section>
  );
}

/** One DNS record, as it is entered at a provider. */
function Record({ record: { type, name, value } }: { record: DnsRecord }) {
  const of = `of the ${type} record`;
  return (
    <div role="group" aria-label={`${type} record`} className={`box surface-2 ${styles['record']}`}>
      <dl className="grid gap-8">
        <Entry label="Type">{type}</Entry>
        {name === '@' ? (
          <Entry label="Name">@ or blank</Entry>
        ) : (
          <Entry label="Name" copied={name} copyLabel={`Copy name ${of}`} />
        )}
        <Entry label="Value" copied={value} copyLabel={`Copy value ${of}`} />
        <Entry label="TTL">Auto or 3600</Entry>
      </dl>
    </div>
  );
}

interface EntryProps {
  label: string;
  /** What stands in it, and a button copies. */
  copied?: string;
  copyLabel?: string;
  /** What stands in it otherwise. */
  children?: ReactNode;
}

/** An entry of a description list. */
function Entry({ label, copied, copyLabel = `Copy ${label}`, children }: EntryProps) {
  return (
    <div className="shrink">
      <dt className="muted small">{label}</dt>
      <dd className={`row gap-4 ${styles['value']}`}>
        {children}
        {copied && (
          <>
            <span className={`anywhere ${styles['code']}`}>{breakable(copied)}</span>
            <CopyButton type="text" text={copied} aria-label={copyLabel} onCopied={() => toast.success('Copied')}>
              {null}
            </CopyButton>
          </>
        )}
      </dd>
    </div>
  );
}

/** Names and addresses that are too long for a line break where their parts meet. */
function breakable(value: string) {
  return value.split(/(?<=[.:])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
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

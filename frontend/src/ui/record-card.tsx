import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './record-card.module.css';
import stretched from './stretched-link.module.css';
import { StatusTag } from './status-tag';

interface CardListProps<Item> {
  label: string;
  items: Item[];
  /** Whether the items of another page or filter are loading. */
  isStale: boolean;
  children: (item: Item) => ReactNode;
}

/** A grid of record cards. */
export function CardList<Item extends { id: string }>({ label, items, isStale, children }: CardListProps<Item>) {
  return (
    <ul aria-label={label} aria-busy={isStale} className={`grid gap-8 ${styles['cards']}`}>
      {items.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  );
}

interface RecordCardProps {
  /** Path that the card links to. */
  to?: string;
  title: string;
  subtitle?: ReactNode;
  status?: Parameters<typeof StatusTag>[0]['status'];
  cover?: ReactNode;
  /** A control besides the card's link. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A record as a card. With `to`, the whole card is a link. */
export function RecordCard({ to, title, subtitle, status, cover, action, children }: RecordCardProps) {
  return (
    <article className={`frame column gap-10 ${stretched.row} ${styles['card']}`}>
      <div className="flex top gap-12">
        {cover}
        <div className="column grow anywhere gap-2">
          {to ? (
            <Link to={to} dir="auto" className={`clamp ${stretched.link}`}>
              {title}
            </Link>
          ) : (
            <span dir="auto" className="clamp ink semibold">
              {title}
            </span>
          )}
          {subtitle && (
            <span dir="auto" className="muted">
              {subtitle}
            </span>
          )}
        </div>
        {status && <StatusTag status={status} />}
      </div>
      {children}
      {action && <div className={`raised ${styles['action']}`}>{action}</div>}
    </article>
  );
}

/** Facts at the bottom of a card. */
export function CardFacts({ children }: { children: ReactNode }) {
  return <span className={`row wrap between muted ${styles['facts']}`}>{children}</span>;
}

import type { ReactNode } from 'react';

/** The page's shape while its content is on the way, so that nothing jumps when it arrives. */
export function ReviewSkeleton({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="review-header">
        <div className="review-header-inner review-header-stacked">
          <span className="review-logo review-bone" />
          <span className="review-bone" style={{ width: '40%', maxWidth: 280, height: 20 }} />
        </div>
      </div>
      <main className="review-main">
        <output className="review-loading">Loading...</output>
        {children}
      </main>
    </>
  );
}

interface ReviewMessageProps {
  icon: ReactNode;
  title: string;
  text: string;
  action?: { label: string; onClick: () => void };
}

/** Stands in for the page when there is nothing to review. */
export function ReviewMessage({ icon, title, text, action }: ReviewMessageProps) {
  return (
    <div className="review-message">
      {icon}
      <h1>{title}</h1>
      <p>{text}</p>
      {action && (
        <button type="button" className="review-button review-button-brand" onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  );
}

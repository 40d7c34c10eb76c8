import { PictureIcon } from './icons';

/** The page's shape while its content is on the way, so that nothing jumps when it arrives. */
export function ReviewSkeleton() {
  return (
    <>
      <div className="review-header">
        <div className="review-header-inner">
          <span className="review-logo review-bone" />
          <span className="review-bone" style={{ width: '40%', maxWidth: 280, height: 20 }} />
        </div>
      </div>
      <main className="review-main">
        <output className="review-loading">Loading...</output>
        <CardBones />
      </main>
    </>
  );
}

/** Cards without content. */
export function CardBones() {
  return (
    <div className="review-grid" aria-hidden="true">
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="review-card">
          <div className="review-frame review-bone" style={{ height: 'auto', aspectRatio: '4 / 3', borderRadius: 0 }} />
          <div className="review-caption">
            <span className="review-bone" style={{ width: '55%' }} />
            <span className="review-bone" />
            <span className="review-bone" style={{ width: '80%' }} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface ReviewMessageProps {
  title: string;
  text: string;
  action?: { label: string; onClick: () => void };
}

/** Stands in for the page when there is nothing to review. */
export function ReviewMessage({ title, text, action }: ReviewMessageProps) {
  return (
    <div className="review-message">
      <PictureIcon size={48} />
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

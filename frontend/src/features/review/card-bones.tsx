import './review-card.css';

/** Image cards without content. */
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

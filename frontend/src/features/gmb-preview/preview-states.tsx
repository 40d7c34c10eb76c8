import { SECTIONS } from '@gmb-moments/backend/contract/statuses';

/** Sections without content. */
export function SectionBones() {
  return (
    <div aria-hidden="true">
      {SECTIONS.slice(0, 3).map((name) => (
        <div key={name} className="review-card preview-card">
          <div className="preview-head">
            <span className="review-bone" style={{ width: '45%', maxWidth: 220, height: 20 }} />
          </div>
          <div className="preview-sides preview-sides-two">
            {['left', 'right'].map((side) => (
              <div key={side} className="preview-side">
                <span className="review-bone" style={{ width: '35%' }} />
                <span className="review-bone" />
                <span className="review-bone" />
                <span className="review-bone" style={{ width: '70%' }} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

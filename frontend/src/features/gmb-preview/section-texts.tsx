import { useMemo } from 'react';
import { useIsMobile } from '../../lib/media';
import { compareSection } from './compare-section';
import { SparkIcon } from './preview-icons';
import { isReady, type SectionState } from './preview-sections';

/** What the profile says now beside what is suggested. On a phone the suggestion comes first, the rest on demand. */
export function SectionTexts({ state }: { state: SectionState }) {
  const isMobile = useIsMobile();
  const { section, current: before, suggestion: after } = state;
  const { current, suggestion, changes } = useMemo(
    () => compareSection(section, before ?? '', after),
    [section, before, after],
  );
  const isBlank = (state.current ?? '').trim() === '';
  const now = isBlank ? <p className="preview-nothing">Nothing on your profile yet.</p> : current;
  const suggested = (
    <section key="suggestion" className="preview-side preview-suggestion">
      <header>
        <h4>AI Suggestion</h4>
        {isReady(state) && (
          <span className="preview-optimized">
            <SparkIcon />
            Optimized
          </span>
        )}
        {changes && <span className="preview-changes">{changes}</span>}
      </header>
      {isReady(state) ? suggestion : <BeingPrepared />}
    </section>
  );
  if (state.current === null) return <div className="preview-sides">{suggested}</div>;
  if (isMobile) {
    return (
      <div className="preview-sides">
        {suggested}
        <details className="preview-side">
          <summary>Current</summary>
          {now}
        </details>
      </div>
    );
  }
  return (
    <div className="preview-sides preview-sides-two">
      <section className="preview-side">
        <header>
          <h4>Current</h4>
        </header>
        {now}
      </section>
      {suggested}
    </div>
  );
}

function BeingPrepared() {
  return <p className="preview-nothing">The suggestion is being prepared. It appears here by itself.</p>;
}

import { useMemo, type ReactNode } from 'react';
import { useIsMobile } from '../../lib/media';
import { compareSection } from './compare-section';
import { SparkIcon } from './preview-icons';
import { isReady, type SectionState } from './preview-sections';

/** What the profile says now beside what is suggested. On a phone the suggestion comes first, the rest on demand. */
export function SectionTexts({ state }: { state: SectionState }) {
  const isMobile = useIsMobile();
  const { section, current: before, suggestion: after, none } = state;
  const { current, suggestion, changes } = useMemo(
    () => compareSection(section, before, after),
    [section, before, after],
  );
  const suggested = isReady(state) ? <Suggestion changes={changes}>{suggestion}</Suggestion> : <BeingPrepared />;
  if (isMobile) {
    return (
      <div className="preview-sides">
        {suggested}
        {before.trim() === '' ? <NoCurrent text={none} /> : <FoldedCurrent>{current}</FoldedCurrent>}
      </div>
    );
  }
  return (
    <div className="preview-sides preview-sides-two">
      {before.trim() === '' ? <NoCurrent text={none} /> : <Current>{current}</Current>}
      {suggested}
    </div>
  );
}

function Suggestion({ changes, children }: { changes: string; children: ReactNode }) {
  return (
    <section className="preview-side preview-suggestion">
      <header>
        <h4>AI Suggestion</h4>
        <span className="preview-optimized">
          <SparkIcon />
          Optimized
        </span>
        {changes && <span className="preview-changes">{changes}</span>}
      </header>
      {children}
    </section>
  );
}

function BeingPrepared() {
  return (
    <section className="preview-side">
      <header>
        <h4>AI Suggestion</h4>
      </header>
      <p className="preview-nothing">The suggestion is being prepared. It appears here by itself.</p>
    </section>
  );
}

function Current({ children }: { children: ReactNode }) {
  return (
    <section className="preview-side">
      <header>
        <h4>Current</h4>
      </header>
      {children}
    </section>
  );
}

function FoldedCurrent({ children }: { children: ReactNode }) {
  return (
    <details className="preview-side">
      <summary>Current</summary>
      {children}
    </details>
  );
}

function NoCurrent({ text }: { text: string }) {
  return (
    <Current>
      <p className="preview-nothing">{text}</p>
    </Current>
  );
}

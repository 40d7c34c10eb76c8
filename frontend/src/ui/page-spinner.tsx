/** A spinner in the middle of the page. It uses no library, because it is shown while libraries load. */
export function PageSpinner() {
  return (
    <output
      aria-label="Loading"
      style={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', color: '#8c8c8c' }}
    >
      <svg aria-hidden width="40" height="40" viewBox="0 0 40 40" fill="none" stroke="currentColor">
        <circle cx="20" cy="20" r="16" strokeWidth="4" strokeOpacity=".25" />
        <path d="M20 4a16 16 0 0 1 16 16" strokeWidth="4" strokeLinecap="round">
          <animateTransform
            attributeName="transform"
            type="rotate"
            from="0 20 20"
            to="360 20 20"
            dur="0.9s"
            repeatCount="indefinite"
          />
        </path>
      </svg>
    </output>
  );
}

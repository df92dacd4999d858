/** Four tally strokes and the one across: the product's mark. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#364fc7" />
      <path d="M8 8v16M13.3 8v16M18.7 8v16M24 8v16" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M5.5 21.5 26.5 10.5" stroke="#63e6be" strokeWidth="2.8" strokeLinecap="round" />
    </svg>
  );
}

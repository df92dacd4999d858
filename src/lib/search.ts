/** Idle time before a search commits, ms, and its longest text (spec section 9; ui knows no contract). */
export const SEARCH_IDLE_MS = 1_000;
export const MAX_QUERY = 100;

import { createContext } from 'react';

/** True inside a dialog, which on a phone covers the page. */
export const InDialog = createContext(false);

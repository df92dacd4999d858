import { createContext } from 'react';

/** Whether what is drawn stands in a dialog, which on a phone covers the page. */
export const InDialog = createContext(false);

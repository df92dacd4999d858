import { createContext } from 'react';

/** True inside the frame of a page behind the log-in (`AreaShell`). */
export const InArea = createContext(false);

import { createContext } from 'react';

/** True inside the frame of a signed-in page (`AreaShell`). */
export const InArea = createContext(false);

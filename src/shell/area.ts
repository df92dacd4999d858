import { createContext } from 'react';

/** Whether what is drawn stands in the frame of a signed-in page (`AreaShell`). */
export const InArea = createContext(false);

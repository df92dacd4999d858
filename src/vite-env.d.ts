/** The version of this build; only the entry reads it, so that a release renames one file. */
declare const __APP_VERSION__: string;
declare module 'virtual:theme.css';

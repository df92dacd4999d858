/** Hash of the schemas of what is cached on disk (build/version.ts). */
declare const __SCHEMA_HASH__: string;
declare module 'virtual:theme.css';

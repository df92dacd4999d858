import { main } from '#server/main.ts';
import { buildIfStale } from './build.ts';

/** `npm start`: the web application is built when it is missing or stale, then the server runs until it is told to end. */
await buildIfStale();
await main();

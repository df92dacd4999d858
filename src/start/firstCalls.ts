import { sendEarly } from './earlyCalls.ts';
import { callsToSend } from './storedCalls.ts';

/**
 * Compiled into the head of index.html after the guard (build/shell.ts): sends the application's first calls before anything is drawn, because their
 * answers take longer than the first picture does.
 */
const first = navigator.onLine === false ? null : callsToSend(Date.now());
if (first) sendEarly(first.calls.urls, first.session.token);

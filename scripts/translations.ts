import { catalogues, extractEnglish, missingIn, readMessages } from '../build/translations.ts';

/** Part of `npm run release:check`: a release has every text in each language that it offers. Between releases a text without a translation is English. */
extractEnglish();
let missing = 0;
for (const { path, english, isOffered } of catalogues()) {
  if (!isOffered) continue;
  const without = missingIn(readMessages(path), readMessages(english));
  missing += without.length;
  for (const message of without) console.error(`${path}: no translation of ${message.replace(/^\|/, '')}`);
}
if (missing > 0) {
  console.error(`${missing} translations are missing.`);
  process.exit(1);
}
console.log('Every text is translated into each language that is offered.');

import { type Message, msg } from '#contract/platform/words.ts';
import { ENGLISH, type Words } from '../words/words.ts';

/** A message, which is said in the language of the mail, or a text that is the same in all, such as a name. */
export type Said = string | Message;
/** A part of a mail, from which renderMail makes plain text and HTML. */
export type MailBlock =
  | { kind: 'text'; text: Said }
  /** Lines under a heading; without lines the heading is alone. */
  | { kind: 'list'; heading: Said; lines: readonly Said[] }
  /** A link, shown as a button and as its address. */
  | { kind: 'button'; label: Said; url: string }
  /** Something to type elsewhere, in large letters. */
  | { kind: 'code'; text: string }
  /** Rows of label and value. */
  | { kind: 'figures'; rows: readonly (readonly [label: Said, value: Said])[] };
/** A part whose messages are said. */
type Shown =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'list'; heading: string; lines: readonly string[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'figures'; rows: readonly (readonly [label: string, value: string])[] };
export type MailContent = {
  title: string;
  blocks: readonly MailBlock[];
  footer?: string | undefined;
  unsubscribeUrl?: string;
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Escapes text from people or devices for HTML; nothing gets into HTML without it. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Returns the plain text and HTML of a mail, in the language of `words`: one column, readable on a phone, no images, no foreign addresses. */
export function renderMail(
  { title, blocks: said, footer, unsubscribeUrl }: MailContent,
  words = ENGLISH,
): { text: string; html: string } {
  const blocks = said.map((block) => shownIn(words, block));
  const text = [title, ...blocks.map((block) => blockText(words, block)), ...(footer ? [`-- \n${footer}`] : [])].join(
    '\n\n',
  );
  const leave = unsubscribeUrl
    ? `${words.say(msg('To be taken off this list: {address}', { address: unsubscribeUrl }))}\n`
    : '';
  const html = `<!doctype html>
<html lang="${words.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:16px;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1c2430">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
${blocks.map(blockHtml).join('\n')}
</div>
${footer ? `<p style="max-width:560px;margin:16px auto 0;font-size:13px;color:#5b6573">${lines(footer)}${unsubscribeUrl ? `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5b6573">${escapeHtml(words.say(msg('Unsubscribe')))}</a>` : ''}</p>` : ''}
</body>
</html>
`;
  return { text: `${text}\n${leave}`, html };
}

function shownIn(words: Words, block: MailBlock): Shown {
  const say = (said: Said) => (typeof said === 'string' ? said : words.say(said));
  switch (block.kind) {
    case 'text':
      return { ...block, text: say(block.text) };
    case 'list':
      return { ...block, heading: say(block.heading), lines: block.lines.map(say) };
    case 'button':
      return { ...block, label: say(block.label) };
    case 'code':
      return block;
    case 'figures':
      return { ...block, rows: block.rows.map(([label, value]) => [say(label), say(value)] as const) };
  }
}

/** A colon is spaced as the language does. */
export const labelled = ({ say }: Words, label: string, text: string): string =>
  say(msg('{label}: {text}', { label, text }));

function blockText(words: Words, block: Shown): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'list':
      return [block.heading, ...block.lines].join('\n');
    case 'button':
      return `${words.say(msg('{label}:', { label: block.label }))}\n${block.url}`;
    case 'code':
      return `    ${block.text}`;
    case 'figures':
      return block.rows.map(([label, value]) => labelled(words, label, value)).join('\n');
  }
}

function blockHtml(block: Shown): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${lines(block.text)}</p>`;
    case 'list': {
      const heading = `<strong>${escapeHtml(block.heading)}</strong>`;
      return `<p style="margin:0 0 16px">${[heading, ...block.lines.map(lines)].join('<br>')}</p>`;
    }
    case 'button': {
      const url = escapeHtml(block.url);
      return `<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:12px 20px;background:#1f5fbf;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:bold">${escapeHtml(block.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6573;word-break:break-all">${url}</p>`;
    }
    case 'code':
      return `<p style="margin:0 0 16px;padding:12px;background:#f4f5f7;border-radius:6px;font-family:Consolas,Menlo,monospace;font-size:24px;letter-spacing:3px;text-align:center">${escapeHtml(block.text)}</p>`;
    case 'figures':
      return `<table style="width:100%;border-collapse:collapse;margin:0 0 16px">${block.rows
        .map(
          ([label, value]) =>
            `<tr><td style="padding:6px 0;border-bottom:1px solid #e3e6ea">${escapeHtml(label)}</td><td style="padding:6px 0;border-bottom:1px solid #e3e6ea;text-align:right;font-weight:bold">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`;
  }
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

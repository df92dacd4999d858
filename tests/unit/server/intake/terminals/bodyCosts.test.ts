import { expect, it } from 'vitest';
import { PUSH_MAKES } from '#contract/intake/makes.ts';
import { TooManyLines } from '#server/intake/terminals/body.ts';
import { PUSH_DIALECTS } from '#server/intake/terminals/dialects/registry.ts';
import { GOOD_EVENTS } from '#tests/support/eventBytes.ts';
import { size } from '#tests/support/size.ts';

/**
 * Measures what the reading of a terminal's body of the most bytes costs the thread that answers all users: the worst that we know
 * of is at most some times as costly as one full of ordinary events. XML, of which there may be less, is compared with ordinary notifications.
 */
const LENGTH = size(800_000, 4_000_000);
const PART = LENGTH / 200;
/** Before lists were counted first, that of numbers was 40 times as costly. */
const MOST_TIMES = 8;
const MAX_XML = 262_000;

const filled = (part: string, length = LENGTH, head = '', tail = '') =>
  `${head}${part.repeat(Math.floor((length - head.length - tail.length) / part.length))}${tail}`;
const distinct = (part: (n: number) => string, length = LENGTH) =>
  Array.from({ length: Math.floor(length / (part(100_000).length + 1)) }, (_, n) => part(n)).join('');
const parted = (content: string, count: number) => `${`--b\r\n\r\n${content}\r\n`.repeat(count)}--b--\r\n`;
const MULTIPART = 'multipart/form-data; boundary=b';
const FORM = 'application/x-www-form-urlencoded';

const WORST: Record<string, [body: string, type?: string]> = {
  spaces: [filled(' ')],
  'spaces before an event': [filled(' ', LENGTH, '', '{}')],
  'line ends': [filled('\n')],
  'line ends in an object': [filled('\n', LENGTH, '{', '}')],
  'objects on lines': [filled('{}\n')],
  'objects on lines, the last broken': [filled('{}\n', LENGTH, '', '{')],
  'lists within lists': [filled('[')],
  objects: [filled('{"a":')],
  'a list of objects': [`[${filled('{},')}{}]`],
  'a list of numbers': [`[${filled('0,')}0]`],
  'a list of texts': [`[${filled('"",')}""]`],
  'one key': [`{"${filled('k')}":0}`],
  'unlike keys': [`{${distinct((n) => `"k${n}":0,`)}"z":0}`],
  'a long number': [`{"user_id": ${filled('0')}1}`],
  'numbers with zeros': [`[${filled('007,')}1]`],
  'a text of escapes': [`{"pin":"${filled(String.raw`\u0041`)}"}`],
  'a long PIN': [`{"pin":"${filled('1')}","time":"2026-11-20 07:00:00"}`],
  'a long time': [`{"pin":"1","time":"${filled('2026-')}"}`],
  'a text that never ends': [`{"pin":"${filled('a')}`],
  backslashes: [`{"pin":"${filled('\\')}`],
  'tags within tags': [filled('<a>', MAX_XML)],
  'unlike tags': [distinct((n) => `<a${n}>`, MAX_XML)],
  'unlike tags that end': [distinct((n) => `<a${n}/>`, MAX_XML)],
  'like tags that end': [filled('<a/>', MAX_XML, '<r>', '</r>')],
  attributes: [filled(' a="1"', MAX_XML, '<a', '/>')],
  entities: [filled('&amp;', MAX_XML, '<a>', '</a>')],
  'a document type': [filled('<!ENTITY a "b">', MAX_XML, '<!DOCTYPE x [', ']><x/>')],
  comments: [filled('<!---->', MAX_XML, '<a>', '</a>')],
  'comments that never end': [filled('<!--', MAX_XML, '<a>')],
  'plain data': [filled('<![CDATA[x]]>', MAX_XML, '<a>', '</a>')],
  'plain data that never ends': [filled('<![CDATA[', MAX_XML, '<a>')],
  instructions: [filled('<?a?>', MAX_XML, '<a>', '</a>')],
  'ends of tags': [filled('</a>', MAX_XML, '<a>')],
  signs: [filled('<', MAX_XML)],
  'text in a tag': [filled('x', MAX_XML, '<a>', '</a>')],
  'spaces in a tag': [filled(' ', MAX_XML, '<a', '>')],
  prefixes: [filled('a:', MAX_XML, '<', '/>')],
  'XML in parts': [parted(filled('<a/>', 1_250, '<r>', '</r>'), 199), MULTIPART],
  'empty parts': [filled('--b\r\n\r\n\r\n'), MULTIPART],
  'boundaries within a text': [filled('--b', LENGTH, '--b\r\n\r\n'), MULTIPART],
  'two hyphens': [filled('\n--', LENGTH, '--\r\n\r\n'), MULTIPART],
  'lines of a header': [parted(filled('a:\n', PART), 190), MULTIPART],
  'a header without an end': [parted(filled('content-disposition:; ', PART), 190), MULTIPART],
  'names of a header': [parted(`content-disposition:${filled('; name=', 4_000)}\r\n\r\nx`, 190), MULTIPART],
  'fields of a form': [filled('a=1&'), FORM],
  'one field of a form': [filled('%41', LENGTH, 'a='), FORM],
  'a form in parts': [parted(`content-disposition: form-data; name="a"\r\n\r\n${filled('x', PART)}`, 190), MULTIPART],
  zeros: [filled('\0')],
  'UTF-16': [filled('\0{', LENGTH, '\xfe\xff')],
  'high bytes': [filled('\xff\xd7')],
};

function costOf(read: () => unknown): number {
  const started = process.threadCpuUsage();
  try {
    read();
  } catch (error) {
    if (!(error instanceof TooManyLines)) throw error;
  }
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1_000;
}

const ORDINARY = Buffer.from(`[${Array(Math.floor(LENGTH / 210)).fill(String(GOOD_EVENTS[0]))}]`);

it.each(PUSH_MAKES)('%s', (make) => {
  const { read } = PUSH_DIALECTS[make];
  const costOfOrdinary = () => costOf(() => read(ORDINARY, ''));
  const ordinary = Math.min(costOfOrdinary(), costOfOrdinary());
  const costly: string[] = [];
  for (const [what, [text, type = '']] of Object.entries(WORST)) {
    const body = Buffer.from(text, 'latin1');
    let ratio = costOf(() => read(body, type)) / ordinary;
    // What the machine collects as garbage falls on one of several.
    for (let nth = 1; nth < 4 && ratio > MOST_TIMES; nth++)
      ratio = Math.min(ratio, costOf(() => read(body, type)) / costOfOrdinary());
    if (ratio > MOST_TIMES) costly.push(`${what}: ${ratio.toFixed(1)} times`);
  }
  expect(costly).toEqual([]);
});

/** A notification as firmware writes it; 200 of them are an ordinary body. */
const NOTIFICATION = `<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">${[
  ...['ipAddress', 'portNo', 'protocol', 'macAddress', 'channelID', 'activePostCount', 'eventType', 'eventState'],
  ...['eventDescription', 'deviceName'],
]
  .map((tag) => `<${tag}>10.0.0.9</${tag}>`)
  .join('')}<dateTime>2026-11-20T07:00:00+02:00</dateTime><AccessControllerEvent>
  <majorEventType>5</majorEventType><subEventType>75</subEventType><employeeNoString>7</employeeNoString><serialNo>5</serialNo>
</AccessControllerEvent></EventNotificationAlert>`;
const distinctXml = (tag: (n: number) => string, count: number) =>
  `<r>${Array.from({ length: count }, (_, n) => tag(n)).join('')}</r>`;
const XML: Record<string, string> = {
  'as many tags as may be': distinctXml((n) => `<a${n}/>`, 7_998),
  'as many like tags': distinctXml(() => '<a/>', 7_998),
  'as many tags with text': distinctXml((n) => `<a${n}>x</a${n}>`, 3_998),
  'as many tags within tags': distinctXml((n) => `<a${n}>`, 7_998),
  'tags and text up to the limit': distinctXml((n) => `<a${n}>${'x'.repeat(50)}</a${n}>`, 3_700),
  'one tag more': distinctXml((n) => `<a${n}/>`, 7_999),
};
it('XML', () => {
  const { read } = PUSH_DIALECTS.hikvision;
  const bodyOf = (text: string) => Buffer.from(text);
  const plain = bodyOf(parted(NOTIFICATION, 200));
  expect(read(plain, MULTIPART).lines).toHaveLength(200);
  const best = (work: () => unknown) => Math.min(...Array.from({ length: 4 }, () => costOf(work)));
  const ordinary = best(() => read(plain, MULTIPART));
  const costs = Object.entries(XML).map(([what, text]) => {
    const body = bodyOf(text);
    return [what, best(() => read(body, 'application/xml')) / ordinary] as const;
  });
  // 28,000 empty tags were 12 times as costly.
  expect(costs.filter(([, ratio]) => ratio > 5)).toEqual([]);
  expect(() => read(bodyOf(XML['one tag more'] ?? ''), 'application/xml')).toThrow(TooManyLines);
});

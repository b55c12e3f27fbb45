import { parseGoDuration } from '../../../rules/kubelet/go/go-duration.ts';
import { goFields } from '../../../rules/kubelet/go/go-strings.ts';

/** The minutes at which a CronJob runs: the values of each field, as Kubernetes reads them. */
export interface CronFields {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Whether a day needs to match in one of its two fields only: so it is if neither of them is `*`. */
  readonly eitherDay: boolean;
}

/** A schedule by the clock on the wall, or so many seconds after the run before (`@every 90s`). */
export type CronSchedule = CronFields | { readonly everySeconds: number };

interface Bounds {
  readonly noun: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

interface Field {
  readonly values: ReadonlySet<number>;
  readonly isStar: boolean;
}

const bounds: readonly Bounds[] = [
  { noun: 'minute', min: 0, max: 59 },
  { noun: 'hour', min: 0, max: 23 },
  { noun: 'day of the month', min: 1, max: 31 },
  {
    noun: 'month',
    min: 1,
    max: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { noun: 'day of the week', min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

const descriptors: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/**
 * Reads the schedule of a CronJob. Mirrors `ParseStandard` of github.com/robfig/cron/v3 3.0.1, which the API
 * server and the controller use: `?` is `*`, `5/15` means from 5 on, Sunday is 0 and not 7, and there is no
 * `L`, `W` or `#`.
 *
 * @returns the schedule, or what is wrong with it
 */
export function parseCronSchedule(text: string): CronSchedule | string {
  if (text.includes('TZ')) return 'a schedule takes no time zone: timeZone does';
  if (text.startsWith('@every ')) {
    const micros = parseGoDuration(text.slice('@every '.length));
    return micros === undefined
      ? 'no duration after @every'
      : { everySeconds: Math.max(1, Math.floor(micros / 1_000_000)) };
  }
  const described = descriptors.get(text);
  if (text.startsWith('@') && described === undefined)
    return `${text} is none of ${[...descriptors.keys()].join(', ')}, @every`;
  const words = goFields(described ?? text);
  if (words.length !== bounds.length) return `a schedule has 5 fields, not ${words.length}`;
  const fields = bounds.map((bound, index) => parseField(words[index] ?? '', bound));
  const [minute, hour, day, month, weekday] = fields as [Field, Field, Field, Field, Field];
  const wrong = fields.find((field) => typeof field === 'string');
  if (wrong !== undefined) return wrong;
  return {
    minutes: minute.values,
    hours: hour.values,
    days: day.values,
    months: month.values,
    weekdays: weekday.values,
    eitherDay: !day.isStar && !weekday.isStar,
  };
}

function parseField(text: string, { noun, min, max, names = [] }: Bounds): Field | string {
  const values = new Set<number>();
  let isStar = false;
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [range = '', step = '1', ...moreSteps] = part.split('/');
    const [low = '', high = low, ...moreRanges] = range.split('-');
    const isAny = low === '*' || low === '?';
    if (moreSteps.length > 0 || (moreRanges.length > 0 && !isAny)) return `${part} is not a valid ${noun}`;
    const numberOf = (word: string) => {
      const named = names.indexOf(word.toLowerCase());
      return named >= 0 ? named + min : numberOfGo(word);
    };
    const from = isAny ? min : numberOf(low);
    // `5/15` means from 5 on.
    const until = isAny || (part.includes('/') && !range.includes('-')) ? max : numberOf(high);
    const every = numberOfGo(step);
    if (Number.isNaN(from) || Number.isNaN(until) || from < min || until > max || from > until)
      return `${part} is not a valid ${noun} (${min}-${max})`;
    if (!(every > 0)) return `${part}: a step is a number above 0`;
    isStar ||= isAny && every === 1;
    for (let value = from; value <= until; value += every) values.add(value);
  }
  return { values, isStar };
}

/** `strconv.Atoi` of Go, of a text without a minus; NaN where it fails. */
function numberOfGo(text: string): number {
  return /^\+?\d+$/.test(text) && BigInt(text.replace('+', '')) < 2n ** 63n ? Number(text) : Number.NaN;
}

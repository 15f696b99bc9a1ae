import { config as brand } from '#brand/config.ts';
import {
  BATCH_DEFAULT,
  BATCH_MAX,
  BATCH_MIN,
  FINGERPRINT_CHANCE,
  IDS_KEPT_DAYS,
  REFERRER_MAX_CHARS,
  SENT_AT_ONCE_MAX,
} from '#contract/analytics/rules.ts';
import type { Presets } from '#contract/analytics/wire.ts';
import { DAY_MS } from '#contract/durations.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import { startTimer } from '../base/drain.ts';
import type { AppRow, SessionRow } from '../db/schema.ts';
import { type MeasureDb, type MetaRow, openMeasureDb } from './database.ts';
import { createEvents } from './events.ts';
import { itemOf } from './items.ts';
import { createSender } from './sender.ts';
import { surroundingsOf } from './surroundings.ts';

/** Facts for analytics that only a page knows and passes to the core: installed app or tab, referrer, ad click id, debug mode. */
export type Page = {
  readonly standalone: boolean;
  readonly referrer: string;
  readonly fbclid: string;
  readonly debug: '' | 'debug' | 'debug_only';
};

type RawProperties = Readonly<Record<string, string | number | boolean>>;
/** Collects the analytics events of this device and sends them, from `startMeasure` until `stop`. */
export type Measurement = {
  readonly gaClientId: string;
  note(name: string, properties: RawProperties): void;
  flush(): Promise<void>;
  /** Pauses or resumes collecting and sending: events during a pause are lost. The ids stay. */
  setPaused(isPaused: boolean): void;
  /** Deletes all waiting events, and sends the oldest SENT_AT_ONCE_MAX of them in a request that is not repeated. */
  signOut(): Promise<void>;
  /** Writes the buffered events and closes the database, because another core takes over. */
  rest(): Promise<void>;
  /**
   * Aborts the running request, discards the buffered events and closes the database. Resolves to the distinct id of this device's events.
   */
  stop(): Promise<string>;
};

/** The dependencies of a measurement. */
export type MeasureStart = {
  readonly session: () => Promise<SessionRow | undefined>;
  readonly row: Extract<AppRow, { key: 'device' }>;
  readonly page: () => Page;
  readonly baseUrl: string;
  readonly build: number;
};

/** Kinds of worker in which the core runs, detected by their global scope, for the event `fingerprint_ping`; elsewhere it is `page`. */
const CORE_KINDS = [
  ['SharedWorkerGlobalScope', 'shared'],
  ['DedicatedWorkerGlobalScope', 'dedicated'],
] as const;

type Ids = Extract<MetaRow, { key: 'ids' }>;

/** Returns the analytics ids of this device; creates them on first use and after they expired. */
async function idsOf(db: MeasureDb, now: number): Promise<Ids> {
  return db.transaction('rw', db.meta, async () => {
    const known = await db.meta.get('ids');
    if (known?.key === 'ids' && known.expires > now) return known;
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    const ids: Ids = {
      key: 'ids',
      distinctId: crypto.randomUUID(),
      deviceId: crypto.randomUUID(),
      gaClientId: `${random >>> 1}.${Math.floor(now / 1_000)}`,
      expires: now + IDS_KEPT_DAYS * DAY_MS,
    };
    await db.meta.put(ids);
    return ids;
  });
}

/**
 * Returns the analytics id under which an earlier core measured, whose events are erased when consent is withdrawn; undefined without one.
 */
export async function distinctIdOf(): Promise<string | undefined> {
  const db = openMeasureDb();
  try {
    const ids = await db.meta.get('ids');
    return ids?.key === 'ids' ? ids.distinctId : undefined;
  } finally {
    db.close();
  }
}

/** Returns the number of waiting events after which they are sent without a delay: the brand's batch size, limited to the allowed range. */
export const batchOf = (size: number = BATCH_DEFAULT): number =>
  Math.min(BATCH_MAX, Math.max(BATCH_MIN, Number.isInteger(size) ? size : BATCH_DEFAULT));

/** Opens the database of analytics events and starts collecting and sending them. */
export async function startMeasure({ session, row, page, baseUrl, build }: MeasureStart): Promise<Measurement> {
  const db = openMeasureDb();
  const ids = await idsOf(db, Date.now());
  const around = surroundingsOf({ userAgent: navigator.userAgent, maxTouchPoints: row.touchPoints });
  let isPaused = false;
  let isOver = false;
  /** Path of the page in the last event that named one; added to that event and to all later ones. */
  let path = '';
  /** Serializes events while the account of each is read, so that their order is preserved. */
  const noting = createSerialQueue();

  const events = createEvents(db, startTimer, (waiting) => sender.onWritten(waiting));
  const sender = createSender({
    baseUrl,
    events,
    later: startTimer,
    build: String(build),
    appId: brand.analyticsIds.collection,
    fetch: (...args) => fetch(...args),
    deviceId: () => ids.deviceId,
    debug: () => page().debug,
    batch: batchOf(brand.analyticsBatch),
    now: () => Date.now(),
    random: Math.random,
  });

  const presets = (aheadMinutes: number): Presets => ({
    '#device_id': ids.deviceId,
    '#zone_offset': aheadMinutes / 60,
    ...around,
    '#lib': 'js',
    '#lib_version': String(build),
    '#screen_width': row.screenWidth,
    '#screen_height': row.screenHeight,
    '#system_language': navigator.language,
    '#url_path': path,
    '#referrer': page().referrer.slice(0, REFERRER_MAX_CHARS),
  });

  function note(name: string, properties: RawProperties): void {
    if (isPaused || isOver) return;
    const now = Date.now();
    const aheadMinutes = -new Date(now).getTimezoneOffset();
    if (typeof properties['#url_path'] === 'string') path = properties['#url_path'];
    const envelope = { distinctId: ids.distinctId, uuid: crypto.randomUUID(), now, aheadMinutes };
    const about = presets(aheadMinutes);
    noting
      .add(async () => {
        const uid = (await session())?.uid;
        const item = itemOf(name, properties, { ...envelope, uid, presets: about });
        if (!item) console.warn(`dropped an unknown event: ${name}`);
        else if (!isOver) events.add(item);
      })
      .catch(() => {});
  }

  if (Math.random() < FINGERPRINT_CHANCE) {
    note('fingerprint_ping', {
      build,
      os: around['#os'],
      browser: around['#browser'],
      major: Number(around['#browser_version']),
      standalone: page().standalone,
      core: CORE_KINDS.find(([scope]) => scope in globalThis)?.[1] ?? 'page',
    });
  }
  // Sends the events that an earlier core left.
  void sender.flush();

  return {
    gaClientId: ids.gaClientId,
    note,
    flush: sender.flush,
    setPaused(paused) {
      if (paused === isPaused) return;
      isPaused = paused;
      if (paused) sender.pause();
      else sender.resume();
    },
    async signOut() {
      await noting.idle();
      await events.write();
      const rows = await events.oldest(SENT_AT_ONCE_MAX);
      await db.events.clear();
      // Not awaited, because a sign-out must work offline.
      void sender.sendOnce(rows.map(({ item }) => item));
    },
    async rest() {
      isOver = true;
      await noting.idle();
      await events.write();
      sender.stop();
      db.close();
    },
    async stop() {
      isOver = true;
      sender.stop();
      events.drop();
      await noting.idle();
      db.close();
      return ids.distinctId;
    },
  };
}

import { config as brand } from '#brand/config.ts';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import { readNoticeData } from '#contract/notices/data.ts';
import { isPushMuted } from '#contract/notices/muting.ts';
import { idsIn, NOTIFY_LOCK, VISIBLE_LOCK, withId } from '#contract/notices/shown.ts';
import { hasText } from '#contract/notices/texts.ts';
import { PUSH_RULES } from '#contract/push/kinds.ts';
import { type PushPayload, readPushPayload } from '#contract/push/payload.ts';
import { BRIEF_WORDS_MAX_MS } from '#contract/push/rules.ts';
import { readSettingsIn } from '../account/settings.ts';
import { readSession } from '../base/session-row.ts';
import { isNewerDatabase } from '../db/reads/storage-failure.ts';
import { accountTag } from './account-tag.ts';
import { readFacts, readLocale, readName } from './known.ts';
import { aboutOf, bareNotice, noticeOf, type ShownNotice, tagOf } from './notice.ts';
import { recordShown, shownAt } from './shown-notifications.ts';
import type { AwayWorld } from './world.ts';

const BARE_SHOWN_FOR_MS = 4_000;
const RINGS_MAX_MS = 60_000;
/** Interval of the check whether another core has stored the message, ms. */
const LOOK_MS = 100;
/** A push of a call that was shown less than this time ago, ms, does not ring again. */
const RING_LASTS_MS = 10_000;
const isRingOver = (ageMs: number) => Math.abs(ageMs) >= RING_LASTS_MS;
const BARE_TAG = 'news';
const SIGN_IN = 'sign-in';

/**
 * Creates the push handler. It shows each event once, except a call or callback request that rings again, in the user's language, and
 * nothing of another account.
 */
export function createPushes(world: AwayWorld): { onPush(data: unknown): Promise<void> } {
  const { app, chat, registration } = world;

  async function onPush(data: unknown): Promise<void> {
    const payload = readPushPayload(data);
    try {
      const session = await readSession(app);
      const isForeign = session?.status !== 'active' || (payload && payload.a !== (await accountTag(session.uid)));
      if (isForeign) return await refuse();
      if (payload) await closeReadNotifications(payload);
      if (payload) await world.setBadge(payload.b).catch(() => undefined);
      if (await isAppVisible()) return world.mustShow ? await flash('news', BARE_TAG) : undefined;
      if (!payload || payload.x < world.now()) return await bare('news', BARE_TAG);
      await tell(payload);
    } catch (error) {
      // The database is another build's, or broken: show a notification without details.
      await bare(isNewerDatabase(error) ? 'openApp' : 'news', BARE_TAG);
    }
  }

  async function tell(payload: PushPayload): Promise<void> {
    const settings = { ...DEFAULT_SETTINGS, ...(await readSettingsIn(app)) };
    // A push that the settings forbid was sent before the server knew of them; some notification must be shown.
    if (isPushMuted(settings, payload.k, aboutOf(payload))) return flash('news', BARE_TAG);
    if (payload.k === 'call' && payload.s !== undefined)
      await app.state.put({ key: 'ring', sid: payload.s, at: world.now() });
    const wantsWords = settings.noticeShows === 'words' && hasText(payload.k);
    const facts = wantsWords ? await words(payload) : undefined;
    // The user returned to the app while the message was fetched: no notification is shown, unless the browser requires one.
    if (wantsWords && (await isAppVisible()) && !world.mustShow) return;
    const voice = await readLocale(world);
    const name = await readName({ app, chat }, aboutOf(payload), voice);
    const tag = tagOf(payload);
    await world.locks.request(NOTIFY_LOCK, async () => {
      const ids = await idsOf(tag);
      const before = await shownAt(app, tag, payload.i);
      const isThere = ids.includes(payload.i);
      // A push of the same call after RING_LASTS_MS rings again until it is answered or dismissed.
      const ringsOn =
        'rings' in PUSH_RULES[payload.k] && isThere && before !== undefined && isRingOver(world.now() - before);
      await show(
        noticeOf(payload, withId(ids, payload.i), {
          brand,
          settings,
          voice,
          name,
          facts,
          isAgain: (isThere || before !== undefined) && !ringsOn,
          canReplyInside: world.canReplyInside,
          maxActions: world.maxActions,
        }),
      );
      await recordShown(app, tag, payload.i, world.now());
    });
    if (payload.k === 'missed') await stopRinging(payload.s ?? payload.i);
    if (!('rings' in PUSH_RULES[payload.k])) return;
    // There is no push for a call that ended elsewhere, so the ringing ends by its own timeout.
    await world.pause(Math.min(payload.x - world.now(), RINGS_MAX_MS));
    await stopRinging(payload.s ?? payload.i);
  }

  async function stopRinging(sid: string): Promise<void> {
    await closeNotifications(PUSH_RULES.call.tag(), (data) => readNoticeData(data).about.sid === sid);
  }

  /** Returns the preview of the message if it is stored or arrives within BRIEF_WORDS_MAX_MS. */
  async function words(payload: PushPayload) {
    const known = await readFacts(chat, payload);
    if (known) return known;
    const late = world.pause(BRIEF_WORDS_MAX_MS).then(() => undefined);
    const isHere = async () => (await readFacts(chat, payload)) !== undefined;
    await Promise.race([fetchWords(isHere), late]);
    return readFacts(chat, payload);
  }

  async function fetchWords(isHere: () => Promise<boolean>): Promise<void> {
    const end = await world.brief({ maxMs: BRIEF_WORDS_MAX_MS, until: isHere });
    if (end !== 'busy' && end !== 'superseded') return;
    // The running core will receive the message soon.
    for (let waited = 0; waited < BRIEF_WORDS_MAX_MS && !(await isHere()); waited += LOOK_MS)
      await world.pause(LOOK_MS);
  }

  async function idsOf(tag: string): Promise<readonly string[]> {
    const shown = await registration.getNotifications({ tag });
    return shown.flatMap(({ data }) => idsIn(data));
  }

  async function closeReadNotifications({ gone }: PushPayload): Promise<void> {
    for (const tid of gone) await closeNotifications(`thread:${tid}`);
  }

  async function isAppVisible(): Promise<boolean> {
    const { held = [] } = await world.locks.query();
    return held.some(({ name }) => name === VISIBLE_LOCK);
  }

  /** Handles a push for an account that is not signed in: shows a notification without details for a moment and unsubscribes. */
  async function refuse(): Promise<void> {
    const subscription = await registration.pushManager?.getSubscription();
    await Promise.all([flash('signIn', SIGN_IN), subscription?.unsubscribe().catch(() => undefined)]);
  }

  async function bare(word: 'news' | 'signIn' | 'openApp', tag: string): Promise<void> {
    await show(bareNotice({ brand, voice: await readLocale(world) }, word, tag));
  }
  async function flash(word: 'news' | 'signIn', tag: string): Promise<void> {
    await bare(word, tag);
    await world.pause(BARE_SHOWN_FOR_MS);
    await closeNotifications(tag);
  }

  const closeNotifications = (tag: string, isMeant: (data: unknown) => boolean = () => true): Promise<void> =>
    world.locks.request(NOTIFY_LOCK, async () => {
      for (const notification of await registration.getNotifications({ tag }))
        if (isMeant(notification.data)) notification.close();
    });
  const show = ({ title, options }: ShownNotice) => registration.showNotification(title, options);
  return { onPush };
}

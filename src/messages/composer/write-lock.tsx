import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { readPerson } from '#db/reads/people.ts';
import type { MessageRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { useSession } from '../../data/session.tsx';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { currentLocale } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/more.ts';
import { color, size, space } from '../../ui/style/tokens.ts';
import { noteKeyOf, occasionOf, type WriteLockAnswer } from './write-lock-words.ts';

const styles = {
  root: css({
    flexShrink: 0,
    paddingInline: space(4),
    paddingBlockStart: space(2),
    fontSize: size.xs,
    color: color.soft,
    textAlign: 'center',
    backgroundColor: color.surface,
  }),
};

/** Longest delay of the timer that ends a lock, ms: just below the maximum of `setTimeout` (2^31 - 1). */
const LONGEST_MS = 2_000_000_000;
const momentOf = (at: number) =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(at);

type Props = { readonly uid: number; readonly rows: readonly MessageRow[] };

/**
 * Shows above the composer why the user cannot write now, or how many messages are left before the peer must answer; nothing if the user
 * may write freely.
 */
const WriteLock = ({ uid, rows }: Props) => {
  const ready = useWords('conduct');
  const { t } = useTranslation('conduct');
  const role = useSession()?.role;
  const peer = useLiveQuery(async () => (await readPerson(uid)) ?? null, [uid]);
  const [lock, setLock] = useState<WriteLockAnswer>();
  const to = peer?.role === ROLE_ANCHOR ? 'host' : 'other';
  const occasion = peer === undefined ? undefined : occasionOf(rows, lock, { isHost: role === ROLE_ANCHOR, to });

  useEffect(() => {
    if (occasion === undefined) return;
    let mounted = true;
    // Without an answer no note is shown; the server refuses the message itself.
    void core.writeLock(uid).then((result) => mounted && setLock(result.ok ? result.value : undefined));
    return () => {
      mounted = false;
    };
  }, [uid, occasion]);

  const until = lock?.locked ? lock.until : 0;
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(() => setLock(undefined), Math.min(Math.max(0, until - Date.now()), LONGEST_MS));
    return () => clearTimeout(timer);
  }, [until]);

  const words = lock && ready ? noteKeyOf(lock) : undefined;
  if (!words || !lock) return null;
  return (
    <p css={styles.root} role="status">
      {words === 'lock.left' ? t(words, { count: lock.left }) : t(words, { when: momentOf(lock.until) })}
    </p>
  );
};
export default WriteLock;

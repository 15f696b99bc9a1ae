import { css } from '@emotion/react';
import { MessageCircleQuestion, WifiOff } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { retryRead } from '#db/reads/live-query.ts';
import { readPerson } from '#db/reads/people.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { explain } from '../../../i18n/errors.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    flex: 1,
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: space(4),
    padding: space(6),
    textAlign: 'center',
  }),
  name: css({ fontSize: size.xl, overflowWrap: 'anywhere' }),
  text: css({ color: color.soft, maxInlineSize: '32ch', textWrap: 'balance' }),
  ways: css({ display: 'grid', gap: space(3), inlineSize: 'min(300px, 80vw)' }),
};

type Props = { readonly uid: number; readonly back: ReactNode };

/**
 * Shown at the address of a conversation that does not exist yet. Opening the link creates nothing; the button creates the
 * conversation.
 */
export const NewConversation = ({ uid, back }: Props) => {
  const { t } = useTranslation(['message', 'profile', 'common']);
  const person = useLiveQuery(async () => (await readPerson(uid)) ?? null, [uid]);
  const own = useSession()?.uid === uid;
  const [isRefreshed, setRefreshed] = useState(false);
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<AppError>();
  const ask = useCallback(async () => {
    const result = await core.refreshCard(uid);
    // Read from the database: the command may answer before the live query sees the row that it wrote.
    const found = await retryRead(() => readPerson(uid));
    setError(result.ok ? undefined : result.error);
    setMissing(result.ok && found === undefined);
    setRefreshed(true);
  }, [uid]);
  useEffect(() => void ask(), [ask]);

  const gone = own || error?.code === 'not-found' || missing;
  if (person && !own && error?.code !== 'not-found') {
    const begin = async () => {
      const result = await core.openThread(uid, person.nickName);
      reportFailure(result);
    };
    return (
      <div css={styles.root}>
        <Avatar uid={uid} name={person.nickName} src={person.avatarUrl} size="huge" />
        <h1 css={styles.name}>
          <PersonName name={person.nickName} />
        </h1>
        <p css={styles.text}>{t('first', { name: person.nickName })}</p>
        <div css={styles.ways}>
          <Button variant="primary" onClick={() => void begin()}>
            {t('empty.action')}
          </Button>
          {back}
        </div>
      </div>
    );
  }
  if (person === undefined || !(gone || (isRefreshed && error))) return <div css={styles.root} aria-busy="true" />;
  return (
    <Empty
      level="h1"
      art={gone ? <MessageCircleQuestion size={44} /> : <WifiOff size={44} />}
      title={t(gone ? 'missing.title' : 'profile:offline.title')}
      text={gone || !error ? t('missing.text') : explain(error)}
      action={
        <div css={styles.ways}>
          {gone ? null : (
            <Button variant="primary" onClick={() => void ask()}>
              {t('common:retry')}
            </Button>
          )}
          {back}
        </div>
      }
    />
  );
};

import { css } from '@emotion/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import type { RelationAction } from '#contract/people/people.ts';
import { readRelation } from '#db/reads/people.ts';
import { userActions } from '../../core/core.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { formatDay, formatNumber, formatTime } from '../../i18n/format.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/more.ts';
import { nameOf } from '../../i18n/official.ts';
import { legalPath } from '../../legal.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Button } from '../../ui/input/button.tsx';
import { color, radius, size, space } from '../../ui/style/tokens.ts';
import { MessageActionsContext } from '../message-actions.ts';
import {
  ASKS_WORDS_PX,
  BADGE_PX,
  CARD_BUTTON_PX,
  CARD_WIDTH_PX,
  HELLO_PX,
  heightOfViolation,
  LINE_PX,
  RULES_PX,
} from './heights.ts';
import { LineBubble } from './line.tsx';
import { TextBubble } from './text.tsx';

type Of<K extends Payload['kind']> = Extract<Payload, { readonly kind: K }>;
/** Payloads of `ServiceTextBubble`: friend requests, new friendships, texts of the support team, and moderation notes. */
export type ServicePayload = Of<'friends_request' | 'add_friend_msg' | 'manager_text' | 'violate_rule'>;

const styles = {
  card: css({ inlineSize: `${CARD_WIDTH_PX}px`, maxInlineSize: '100%' }),
  asks: css({ display: 'grid', alignContent: 'center', minBlockSize: `${ASKS_WORDS_PX}px`, fontWeight: 600 }),
  foot: css({ display: 'flex', alignItems: 'end', gap: space(2), blockSize: `${CARD_BUTTON_PX}px`, fontSize: size.xs }),
  hello: css({ display: 'grid', alignItems: 'end', justifyItems: 'center', blockSize: `${HELLO_PX}px` }),
  head: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    blockSize: `${BADGE_PX}px`,
    fontSize: size.xs,
    fontWeight: 650,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
  }),
  badge: css({
    paddingInline: space(2),
    borderRadius: radius.pill,
    lineHeight: '20px',
    backgroundColor: color.accentWash,
    color: color.accentText,
  }),
  warn: css({
    display: 'grid',
    alignContent: 'center',
    inlineSize: '280px',
    maxInlineSize: '100%',
    paddingInline: space(3),
    borderRadius: radius.field,
    backgroundColor: color.warnWash,
    color: color.warn,
    fontSize: size.xs,
    lineHeight: `${LINE_PX}px`,
    textAlign: 'center',
    '& a': { display: 'grid', alignContent: 'center', blockSize: `${RULES_PX}px`, color: 'inherit', fontWeight: 650 },
  }),
};

/** A friend request. It can be answered until it is answered here or on another device. */
const Request = ({
  payload: { about, body },
  tid,
}: {
  readonly payload: Of<'friends_request'>;
  readonly tid: string;
}) => {
  const ready = useWords('kinds');
  const { t } = useTranslation(['kinds', 'friends', 'push']);
  const actions = useContext(MessageActionsContext);
  const name = actions?.name ?? '';
  const relation = useLiveQuery(async () => (await readRelation(about)) ?? null, [about]);
  const change = async (action: RelationAction) => {
    reportFailure(await userActions.changeRelation(about, action));
  };
  if (!ready) return null;
  const outcome = relation?.friend ? t('push:friends') : t('answered');
  return (
    <div css={styles.card}>
      <p css={styles.asks}>{t('asks', { name })}</p>
      {body === '' ? null : <TextBubble tid={tid} body={body} />}
      <div css={styles.foot}>
        {relation?.requestedMe ? (
          <>
            <Button variant="primary" small onClick={() => void change('accept')}>
              {t('friends:accept')}
            </Button>
            <Button small aria-label={t('friends:refuse', { name })} onClick={() => void change('refuse')}>
              {t('decline')}
            </Button>
          </>
        ) : (
          relation && <p>{outcome}</p>
        )}
      </div>
    </div>
  );
};

const Friends = ({ payload }: { readonly payload: Of<'add_friend_msg'> }) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  const write = useContext(MessageActionsContext)?.write;
  return (
    <>
      <LineBubble payload={payload} />
      <div css={styles.hello}>
        {ready && write ? (
          <Button small onClick={write}>
            {t('hello')}
          </Button>
        ) : null}
      </div>
    </>
  );
};

const TeamWords = ({ payload: { body, by }, tid }: { readonly payload: Of<'manager_text'>; readonly tid: string }) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  return (
    <>
      <p css={styles.head}>
        {ready ? <span css={styles.badge}>{t('support')}</span> : null}
        <bdi>{by === '' ? nameOf(tid, '') : by}</bdi>
      </p>
      <TextBubble tid={tid} body={body} />
    </>
  );
};

const Violation = ({ payload }: { readonly payload: Of<'violate_rule'> }) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  const { rule, count, until } = payload;
  const time = until === undefined ? '' : `${formatDay(until, Date.now())}, ${formatTime(until)}`;
  return (
    <div css={styles.warn} style={{ minBlockSize: heightOfViolation(payload) }}>
      {ready ? (
        <>
          <p>{t(`rule.${rule}`)}</p>
          {until === undefined ? null : <p>{t('until', { time })}</p>}
          {count > 0 ? <p>{t('within', { number: formatNumber(count) })}</p> : null}
          <a href={legalPath('terms', currentLanguage())} target="_blank" rel="noopener">
            {t('go.rules')}
          </a>
        </>
      ) : null}
    </div>
  );
};

/** Draws the service messages that consist of texts and buttons, by kind. */
const ServiceTextBubble = ({ payload, tid }: { readonly payload: ServicePayload; readonly tid: string }) => {
  switch (payload.kind) {
    case 'friends_request':
      return <Request payload={payload} tid={tid} />;
    case 'add_friend_msg':
      return <Friends payload={payload} />;
    case 'manager_text':
      return <TeamWords payload={payload} tid={tid} />;
    case 'violate_rule':
      return <Violation payload={payload} />;
  }
};
export default ServiceTextBubble;

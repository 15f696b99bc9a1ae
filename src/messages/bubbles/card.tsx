import { css } from '@emotion/react';
import { Gem, Play } from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Payload } from '#contract/chat/payload.ts';
import { readStories } from '#db/reads/stories.ts';
import { core } from '../../core/core.ts';
import { useAvatars } from '../../data/people/use-avatars.ts';
import { useCallable } from '../../data/people/use-callable.ts';
import { useServerNow } from '../../data/use-server-now.ts';
import { explainCode } from '../../i18n/errors.ts';
import { formatNumber, formatTime } from '../../i18n/format.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/more.ts';
import { wordsOfCard } from '../../i18n/service-texts.ts';
import { legalPath } from '../../legal.ts';
import { leadsSomewhere, pathOfRoute } from '../../paths.ts';
import { CallOrGems } from '../../payments/call-or-gems.tsx';
import { openStore } from '../../payments/open-store.ts';
import { Avatar } from '../../person/avatar.tsx';
import { PriceTag } from '../../person/price-tag.tsx';
import { CallLink } from '../../routing/call-link.tsx';
import { openPanel } from '../../ui/dialog/panel.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { Button, buttonStyle } from '../../ui/input/button.tsx';
import { Picture } from '../../ui/media/picture.tsx';
import { color, portrait, radius, size, space } from '../../ui/style/tokens.ts';
import { MessageActionsContext } from '../message-actions.ts';
import {
  CARD_BUTTON_PX,
  CARD_GEMS_PX,
  CARD_PICTURE_PX,
  CARD_TITLE_PX,
  CARD_WIDTH_PX,
  CARD_WORDS_PX,
  INVITE_HEAD_PX,
} from './heights.ts';
import { LineBubble } from './line.tsx';
import { TextBubble } from './text.tsx';

type Of<K extends Payload['kind']> = Extract<Payload, { readonly kind: K }>;
/** Payloads that are drawn as a card of fixed width. */
export type CardPayload = Of<'official_message' | 'story_line_call' | 'invite_video'>;
type Props<K extends CardPayload['kind']> = { readonly payload: Of<K>; readonly tid: string };

const styles = {
  root: css({ inlineSize: `${CARD_WIDTH_PX}px`, maxInlineSize: '100%' }),
  picture: css({
    position: 'relative',
    blockSize: `${CARD_PICTURE_PX}px`,
    borderRadius: radius.field,
    overflow: 'hidden',
  }),
  badge: css({
    position: 'absolute',
    insetBlockStart: space(2),
    insetInlineStart: space(2),
    paddingInline: space(2),
    borderRadius: radius.pill,
    lineHeight: '22px',
    fontSize: size.xs,
    backgroundColor: portrait.glass,
    color: portrait.ink,
  }),
  title: css({
    blockSize: `${CARD_TITLE_PX}px`,
    lineHeight: `${CARD_TITLE_PX}px`,
    fontWeight: 650,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  }),
  words: css({ minBlockSize: `${CARD_WORDS_PX}px`, lineHeight: '22px' }),
  gems: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(1.5),
    blockSize: `${CARD_GEMS_PX}px`,
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
    color: color.accentText,
  }),
  foot: css({ display: 'grid', alignItems: 'end', blockSize: `${CARD_BUTTON_PX}px` }),
  head: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    blockSize: `${INVITE_HEAD_PX}px`,
    // A received invitation that cannot be called has no button. Its header is as high as both together, so that nothing moves.
    '&[data-alone]': { blockSize: `${INVITE_HEAD_PX + CARD_BUTTON_PX}px` },
  }),
  held: css({ display: 'grid', minInlineSize: 0, fontWeight: 600, '& small': { fontSize: size.xs, fontWeight: 450 } }),
};

/** Button of a card from the team: opens a page of the app, the coin store, or the terms. */
const Go = ({ route }: { readonly route: NonNullable<Of<'official_message'>['route']> }) => {
  const { t } = useTranslation('kinds');
  if (route === 'store') {
    return (
      <Button variant="primary" small wide onClick={() => openStore({ source: 'official' })}>
        {t('go.store')}
      </Button>
    );
  }
  if (route === 'rules') {
    return (
      <a
        css={buttonStyle}
        data-size="small"
        data-wide
        href={legalPath('terms', currentLanguage())}
        target="_blank"
        rel="noopener"
      >
        {t('go.rules')}
      </a>
    );
  }
  const there = pathOfRoute(route);
  return there ? (
    <Link css={buttonStyle} data-look="primary" data-size="small" data-wide href={there.path}>
      {t(`go.${there.words}`)}
    </Link>
  ) : null;
};

const Official = ({ payload, tid }: Props<'official_message'>) => {
  const ready = useWords('kinds');
  useTranslation('kinds');
  const { key, args, picture, route, body } = payload;
  const words = ready ? wordsOfCard(key, args) : undefined;
  if (ready && !words) return <LineBubble payload={payload} />;
  return (
    <div css={styles.root}>
      {picture === undefined ? null : (
        <div css={styles.picture}>
          <Picture uid={0} name="" url={picture} sizes={`${CARD_WIDTH_PX}px`} />
        </div>
      )}
      <p css={styles.title}>{words?.title}</p>
      <p css={styles.words}>{words?.text}</p>
      {words?.gems === undefined ? null : (
        <p css={styles.gems}>
          <Gem size={18} aria-hidden="true" />
          {`+${formatNumber(words.gems)}`}
        </p>
      )}
      {body === '' ? null : <TextBubble tid={tid} body={body} />}
      {leadsSomewhere(route) ? <div css={styles.foot}>{words ? <Go route={route} /> : null}</div> : null}
    </div>
  );
};

/** Opens a story. If it is not in the database, the stories are fetched first; a toast says so when it is gone. */
async function watch(storyId: string): Promise<void> {
  const isHere = async () => (await readStories()).some((story) => story.storyId === storyId);
  if (!(await isHere())) {
    const refreshed = await core.refreshStories();
    if (!refreshed.ok) return reportFailure(refreshed);
    if (!(await isHere())) return showToast(explainCode('not-found'), 'bad');
  }
  openPanel('story', { storyId });
}

const Story = ({ payload }: Props<'story_line_call'>) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  const name = useContext(MessageActionsContext)?.name ?? '';
  const { story, cover, about } = payload;
  return (
    <div css={styles.root}>
      <div css={styles.picture}>
        <Picture uid={about} name={name} url={cover} sizes={`${CARD_WIDTH_PX}px`} />
        {ready ? <span css={styles.badge}>{t('story.recorded')}</span> : null}
      </div>
      <div css={styles.title}>
        <LineBubble payload={payload} />
      </div>
      <div css={styles.foot}>
        {ready ? (
          <Button small wide onClick={() => void watch(story)}>
            <Play size={18} aria-hidden="true" />
            {t('story.watch')}
          </Button>
        ) : null}
      </div>
    </div>
  );
};

/** A host's invitation to call them, with their call price. It expires at `until` (server time, Unix ms). */
const Invitation = ({ payload: { until }, tid, mid }: Props<'invite_video'> & { readonly mid: string }) => {
  const ready = useWords('kinds');
  const { t } = useTranslation(['kinds', 'push', 'call']);
  const { uid = 0, name = '' } = useContext(MessageActionsContext) ?? {};
  const avatarUrl = useAvatars([uid]).get(uid);
  const { call, price } = useCallable(uid);
  const isOver = useServerNow() >= until;
  const isTheirs = mid.startsWith(`${tid}/`);
  const mayCall = call && !isOver;
  return (
    <div css={styles.root}>
      <div css={styles.head} data-alone={isTheirs && !mayCall ? '' : undefined}>
        {isTheirs ? <Avatar uid={uid} name={name} src={avatarUrl} /> : null}
        {ready ? (
          <p css={styles.held}>
            {isTheirs ? t('push:inviteVideo') : t('invite.yours')}
            <small>{isOver ? t('invite.over') : t('until', { time: formatTime(until) })}</small>
          </p>
        ) : null}
      </div>
      {isTheirs && mayCall ? (
        <div css={styles.foot}>
          {ready ? (
            <CallOrGems uid={uid} name={name} price={price} source="invite_video" wide>
              <CallLink uid={uid} from="invite_video" css={buttonStyle} data-look="primary" data-size="small" data-wide>
                {t('call:call')}
                <PriceTag price={price} />
              </CallLink>
            </CallOrGems>
          ) : null}
        </div>
      ) : null}
    </div>
  );
};

type CardProps = { readonly payload: CardPayload; readonly tid: string; readonly mid: string };

/** Draws a card by its kind: an official message of the team, a recorded story, or an invitation to call. */
const CardBubble = ({ payload, tid, mid }: CardProps) => {
  switch (payload.kind) {
    case 'official_message':
      return <Official payload={payload} tid={tid} />;
    case 'story_line_call':
      return <Story payload={payload} tid={tid} />;
    case 'invite_video':
      return <Invitation payload={payload} tid={tid} mid={mid} />;
  }
};
export default CardBubble;

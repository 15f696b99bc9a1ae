import { css } from '@emotion/react';
import { MessageCircle, Video, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '#db/schema.ts';
import { useCallable } from '../../../data/people/use-callable.ts';
import { CallOrGems } from '../../../payments/call-or-gems.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { PriceTag } from '../../../person/price-tag.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { CallLink } from '../../../routing/call-link.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { onCall, portrait, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    insetBlockEnd: 0,
    insetInline: 0,
    display: 'grid',
    justifyItems: 'center',
    padding: space(4),
    paddingBlockStart: space(24),
    paddingBlockEnd: `max(${space(6)}, env(safe-area-inset-bottom))`,
    backgroundImage: portrait.foot,
    pointerEvents: 'none',
  }),
  inner: css({
    inlineSize: 'min(100%, 440px)',
    display: 'grid',
    gap: space(3),
    '& > *': { pointerEvents: 'auto' },
  }),
  name: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(2), fontSize: size.xl }),
  row: css({ display: 'flex', alignItems: 'center', gap: space(2) }),
  call: css({
    flex: 1,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(2),
    minBlockSize: '52px',
    borderRadius: radius.pill,
    backgroundColor: onCall.accept,
    color: portrait.ink,
    fontWeight: 700,
    '&:hover': { filter: 'brightness(1.1)' },
    '&:focus-visible': { outlineColor: portrait.ink },
  }),
};

type Props = {
  readonly person: PersonRow;
  readonly own: boolean;
  readonly muted: boolean;
  readonly onMute: () => void;
};

/** Bar at the bottom of a clip: name, price, call, message and mute. */
export const ClipActs = ({ person, own, muted, onMute }: Props) => {
  const { t } = useTranslation(['profile', 'call', 'match']);
  const { uid, nickName: name } = person;
  const { message } = usePersonActs();
  const { call, price } = useCallable(uid);
  const canCall = call && !own;
  return (
    <div css={styles.root}>
      <div css={styles.inner}>
        <h1 css={styles.name}>
          <PersonName name={name} />
          {canCall ? <PriceTag price={price} on="portrait" /> : null}
        </h1>
        <div css={styles.row}>
          {canCall ? (
            <CallOrGems uid={uid} name={name} price={price} source="video_view" wide>
              <CallLink uid={uid} from="video_view" css={styles.call}>
                <Video size={22} aria-hidden="true" />
                {t('call:call')}
              </CallLink>
            </CallOrGems>
          ) : null}
          {own ? null : (
            <IconButton label={t('match:messageName', { name })} onClick={() => void message(uid, name)}>
              <MessageCircle size={22} />
            </IconButton>
          )}
          <IconButton label={t(muted ? 'view.soundOn' : 'view.soundOff')} onClick={onMute}>
            {muted ? <VolumeX size={22} /> : <Volume2 size={22} />}
          </IconButton>
        </div>
      </div>
    </div>
  );
};

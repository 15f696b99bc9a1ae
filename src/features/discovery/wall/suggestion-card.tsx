import { css } from '@emotion/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import { useShownPeople } from '../../../data/people/shown-people.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { turnSuggestions } from '../../../data/stored-switch.ts';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { useEscape } from '../../../ui/dialog/use-escape.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import { color, depth, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    zIndex: depth.card,
    insetInlineEnd: space(3),
    insetInlineStart: space(3),
    insetBlockEnd: space(3),
    display: 'grid',
    gridTemplateColumns: '84px 1fr auto',
    columnGap: space(4),
    alignItems: 'start',
    padding: space(3),
    borderRadius: '20px',
    backgroundColor: color.surface,
    boxShadow: `0 24px 60px -12px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
    '@media (min-width: 600px)': { insetInlineStart: 'auto', inlineSize: '400px', insetInlineEnd: space(6) },
  }),
  face: css({
    position: 'relative',
    aspectRatio: '3 / 4',
    borderRadius: radius.card,
    overflow: 'hidden',
    gridRow: 'span 2',
  }),
  words: css({ paddingBlockStart: space(1), minInlineSize: 0, display: 'grid', gap: space(1) }),
  title: css({ fontSize: size.md, overflowWrap: 'anywhere' }),
  text: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  acts: css({ gridColumn: '2 / -1', display: 'flex', flexWrap: 'wrap', gap: space(2), paddingBlockStart: space(2) }),
  never: css({
    gridColumn: '1 / -1',
    justifySelf: 'center',
    minBlockSize: '44px',
    paddingInline: space(3),
    marginBlockEnd: `-${space(1)}`,
    fontSize: size.xs,
    color: color.faint,
    '&:hover': { color: color.text },
  }),
};

type Props = { readonly uid: number; readonly onClose: () => void };

/** Suggestion of a host in a corner of the screen. It is not a dialog and takes no focus; Escape closes it. */
const SuggestionCard = ({ uid, onClose }: Props) => {
  const { t } = useTranslation(['wall', 'common']);
  const { message } = usePersonActs();
  const uids = [uid];
  const shown = useShownPeople(uids).get(uid);
  useWatchedPeople(uids);
  useEscape(onClose, shown !== undefined);
  if (!shown) return null;
  const { nickName: name, avatarUrl } = shown.person;
  return (
    <aside css={styles.root} aria-label={t('suggest.label')}>
      <span css={styles.face}>
        <Picture uid={uid} name={name} url={avatarUrl} sizes="84px" />
      </span>
      <div css={styles.words} role="status">
        <h2 css={styles.title}>{t('suggest.title', { name })}</h2>
        <p css={styles.text}>{t('suggest.text')}</p>
      </div>
      <IconButton label={t('common:close')} onClick={onClose}>
        <X size={18} />
      </IconButton>
      <div css={styles.acts}>
        <Button variant="primary" small onClick={() => void message(uid, name)}>
          {t('suggest.message')}
        </Button>
        <Link href={profilePath(uid)} css={buttonStyle} data-look="plain" data-size="small">
          {t('suggest.profile')}
        </Link>
      </div>
      <button type="button" css={styles.never} onClick={() => turnSuggestions(false)}>
        {t('suggest.never')}
      </button>
    </aside>
  );
};
export default SuggestionCard;

import { css } from '@emotion/react';
import { Check, Clock, UserCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RelationAction } from '#contract/people/people.ts';
import type { RelationRow } from '#db/schema.ts';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { partOf } from '../../../ui/lazy.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';

const unfriendSheet = partOf(() => import('./unfriend-sheet.tsx'));

const styles = {
  asked: css({
    display: 'grid',
    gap: space(3),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.accentWash,
    color: color.accentText,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  }),
  answers: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))',
    gap: space(2),
  }),
};

type Props = {
  readonly name: string;
  readonly relation: RelationRow | undefined;
  readonly onAction: (action: RelationAction) => void;
};

/**
 * Shows the state of the friendship on a profile, with the action that fits it: send, cancel or answer a request, or end the friendship.
 * Calls `onAction` with the action that the user chose, which changes the relation.
 */
export const Friendship = ({ name, relation, onAction }: Props) => {
  const { t } = useTranslation('profile');
  const [isConfirming, setConfirming] = useState(false);
  if (relation?.requestedMe && !relation.friend)
    return (
      <section css={styles.asked} aria-label={t('askedYou', { name })}>
        {t('askedYou', { name })}
        <div css={styles.answers}>
          <Button onClick={() => onAction('refuse')}>{t('refuse')}</Button>
          <Button variant="primary" onClick={() => onAction('accept')}>
            <Check size={18} aria-hidden="true" />
            {t('accept')}
          </Button>
        </div>
      </section>
    );
  if (relation?.friend)
    return (
      <>
        <Button onClick={() => setConfirming(true)}>
          <UserCheck size={20} aria-hidden="true" />
          {t('isFriend')}
        </Button>
        {isConfirming ? (
          <LazyDialog
            part={unfriendSheet}
            with={{ name, onClose: () => setConfirming(false), onConfirm: () => onAction('unfriend') }}
          />
        ) : null}
      </>
    );
  if (relation?.requested)
    return (
      <Button onClick={() => onAction('unfriend')}>
        <Clock size={20} aria-hidden="true" />
        {t('cancelRequest')}
      </Button>
    );
  return (
    <Button onClick={() => onAction('request')}>
      <UserPlus size={20} aria-hidden="true" />
      {t('add')}
    </Button>
  );
};

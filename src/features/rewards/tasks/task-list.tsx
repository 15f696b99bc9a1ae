import { css } from '@emotion/react';
import { BellRing, CheckCheck, Download, MessageCircle, UserPen, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { DOWNLOAD, MESSAGES } from '#contract/paths.ts';
import type { TaskName } from '#contract/rewards/rules.ts';
import type { TasksRow } from '#db/schema.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { EDIT_PROFILE, WALL } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { Coin } from '../../../ui/mark/coin.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  row: css({
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '72px',
    paddingInline: space(4),
    paddingBlock: space(2),
  }),
  icon: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: '36%',
    backgroundColor: color.raised,
    color: color.accentText,
    '[data-done] > &': { color: color.online },
  }),
  words: css({ display: 'grid', gap: space(0.5) }),
  name: css({ fontWeight: 600, overflowWrap: 'anywhere' }),
  text: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  coins: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1),
    fontSize: size.xs,
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
  }),
  done: css({ fontSize: size.xs, fontWeight: 650, color: color.soft }),
};

const ICONS: Readonly<Record<TaskName, ReactNode>> = {
  reply: <MessageCircle size={20} />,
  call: <Video size={20} />,
  install: <Download size={20} />,
  profile: <UserPen size={20} />,
  notifications: <BellRing size={20} />,
};
/** Page on which a task is done. The task without one, notifications, is done by a button in the list. */
const PLACES: Readonly<Partial<Record<TaskName, string>>> = {
  reply: MESSAGES,
  call: WALL,
  install: DOWNLOAD,
  profile: EDIT_PROFILE,
};

type Props = {
  readonly tasks: TasksRow['tasks'];
  readonly isBusy: boolean;
  readonly onClaim: (task: TaskName) => void;
  readonly onAllow: () => void;
};

/** Tasks with their rewards: done, to be claimed, or with a link to where they are done. */
export const TaskList = ({ tasks, isBusy, onClaim, onAllow }: Props) => {
  const { t } = useTranslation('rewards');
  return (
    <Group title={t('tasks.list')}>
      {tasks.map(({ taskKey, taskStatus, coins }) => {
        // The check-in is shown by its own component.
        if (taskKey === 'check_in') return null;
        const place = PLACES[taskKey];
        return (
          <div key={taskKey} css={styles.row} data-done={taskStatus === 2 || undefined}>
            <span css={styles.icon} aria-hidden="true">
              {taskStatus === 2 ? <CheckCheck size={20} /> : ICONS[taskKey]}
            </span>
            <span css={styles.words}>
              <span css={styles.name}>{t(`task.${taskKey}.name`)}</span>
              <span css={styles.text}>{t(`task.${taskKey}.text`)}</span>
              <span css={styles.coins}>
                <Coin kind="silver" balance={0} size={18} />
                {t('silver', { silver: formatNumber(coins) })}
              </span>
            </span>
            {taskStatus === 2 ? (
              <span css={styles.done}>{t('tasks.done')}</span>
            ) : taskStatus === 1 ? (
              <Button
                variant="primary"
                small
                disabled={isBusy}
                aria-label={t('tasks.claimOf', { task: t(`task.${taskKey}.name`) })}
                onClick={() => onClaim(taskKey)}
              >
                {t('tasks.claim')}
              </Button>
            ) : place === undefined ? (
              <Button small disabled={isBusy} onClick={onAllow}>
                {t('tasks.allow')}
              </Button>
            ) : (
              <Link
                href={place}
                css={buttonStyle}
                data-look="plain"
                data-size="small"
                aria-label={t('tasks.goTo', { task: t(`task.${taskKey}.name`) })}
              >
                {t('tasks.go')}
              </Link>
            )}
          </div>
        );
      })}
    </Group>
  );
};

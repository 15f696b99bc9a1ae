import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useThreads } from '../../../data/threads.ts';
import { useAvatars } from '../../../data/use-avatars.ts';
import { useWords } from '../../../i18n/more.ts';
import { isTeam, nameOf } from '../../../i18n/official.ts';
import { uidOfThread } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { reportOutcome } from '../../../ui/report.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { color, radius, space } from '../../../ui/tokens.ts';

const SHOWN = 50;

const styles = {
  list: css({ overflowY: 'auto', paddingInline: space(3), paddingBlockEnd: space(4), listStyle: 'none' }),
  person: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    inlineSize: '100%',
    minBlockSize: '56px',
    paddingInline: space(2),
    borderRadius: radius.field,
    textAlign: 'start',
    '&:hover': { backgroundColor: color.hover },
    '& bdi': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  }),
  none: css({ padding: space(5), color: color.soft }),
};

type Props = { readonly mid: string; readonly onClose: () => void };

/** Whom a message is sent to once more: the newest conversations. */
const ForwardSheet = ({ mid, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  const threads = (useThreads() ?? [])
    .filter(({ tid }) => !isTeam(tid) && uidOfThread(tid) !== undefined)
    .slice(0, SHOWN);
  const avatars = useAvatars(threads.map(({ linkedUser }) => linkedUser.uid));
  if (!ready) return null;
  const send = async (tid: string) => {
    onClose();
    reportOutcome(await core.forward(mid, tid), t('forward.done'));
  };
  return (
    <Sheet open onClose={onClose} title={t('forward.title')}>
      {threads.length === 0 ? <p css={styles.none}>{t('forward.none')}</p> : null}
      <ul css={styles.list}>
        {threads.map(({ tid, linkedUser: { uid, nickName } }) => {
          const name = nameOf(tid, nickName);
          return (
            <li key={tid}>
              <button type="button" css={styles.person} onClick={() => void send(tid)}>
                <Avatar uid={uid} name={name} src={avatars.get(uid)} size="small" />
                <bdi>{name}</bdi>
              </button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
};
export default ForwardSheet;

import { css } from '@emotion/react';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MatchFilter } from '#contract/calls/calls.ts';
import type { DeviceFault } from '../../../media/devices.ts';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { color, depth, space } from '../../../ui/style/tokens.ts';
import { Lobby } from './lobby.tsx';
import { ProposalCard } from './proposal.tsx';
import { useMatch } from './use-match.ts';
import { Waiting } from './waiting.tsx';

const styles = {
  root: css({
    position: 'relative',
    flex: 1,
    minBlockSize: 0,
    display: 'flex',
    flexDirection: 'column',
    overflowY: 'auto',
    backgroundColor: color.ground,
    backgroundImage: `radial-gradient(70% 55% at 50% 0%, ${color.aurora1}, transparent 70%), radial-gradient(70% 60% at 50% 100%, ${color.aurora2}, transparent 70%)`,
  }),
  back: css({ position: 'absolute', zIndex: depth.over, insetBlockStart: space(3), insetInlineStart: space(3) }),
};

type Props = {
  /** Self-view; fills its container. */
  readonly picture: ReactNode;
  /** Opens camera and microphone; resolves to the fault if neither can be opened. */
  readonly onPrepare: () => Promise<DeviceFault | undefined>;
  readonly onBack: () => void;
  /** Shown with an error, such as a link to the preflight. */
  readonly help: ReactNode;
};

/** Random match: lobby, waiting and proposal. Both sides must accept; the call itself is drawn by the call page. */
export const MatchRoom = ({ picture, onPrepare, onBack, help }: Props) => {
  const { t } = useTranslation('common');
  const [filter, setFilter] = useState<MatchFilter>({ lang: '', country: '' });
  const prepare = useCallback(onPrepare, [onPrepare]);
  const { waiting, since, proposal, problem, entering, gone, enter, leave, answer } = useMatch({ prepare });
  const change = (next: MatchFilter) => {
    setFilter(next);
    if (waiting) void enter(next);
  };
  return (
    <div css={styles.root}>
      <div css={styles.back}>
        <IconButton label={t('back')} variant="raised" flip onClick={onBack}>
          <ArrowLeft size={22} />
        </IconButton>
      </div>
      {proposal ? (
        <ProposalCard proposal={proposal} onAnswer={(yes) => void answer(proposal.id, yes)} />
      ) : waiting ? (
        <Waiting picture={picture} since={since} gone={gone} filter={filter} onFilter={change} onCancel={leave} />
      ) : (
        <Lobby
          picture={picture}
          filter={filter}
          onFilter={setFilter}
          busy={entering}
          problem={problem}
          help={help}
          onStart={() => void enter(filter)}
        />
      )}
    </div>
  );
};
